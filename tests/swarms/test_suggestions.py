"""What the forms suggest is there."""

import pytest

from mail.references import Reference, resolve_python
from swarms.actions import import_action
from swarms.admin.suggestions import FACTORIES, FUNCTIONS


@pytest.mark.parametrize("reference", FACTORIES)
def test_each_suggested_factory_resolves(reference: str) -> None:
    assert callable(resolve_python(Reference.parse(reference), ()))


@pytest.mark.parametrize("reference", FUNCTIONS)
def test_each_suggested_function_is_a_ready_made_action(reference: str) -> None:
    assert import_action(reference).name == reference.rpartition(":")[2]
