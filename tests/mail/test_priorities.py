"""The six levels of the protocol."""

import pytest

from mail.errors import Invalid
from mail.priorities import get_priority

KINDS = ["request", "response", "broadcast", "interrupt", "broadcast_complete", "buffered"]


@pytest.mark.parametrize(("sender", "level"), [("admin", 0), ("system", 1), ("user", 2)])
@pytest.mark.parametrize("kind", KINDS)
def test_the_sender_decides_before_the_kind(sender: str, level: int, kind: str) -> None:
    assert get_priority(sender, kind) == level


@pytest.mark.parametrize(("kind", "level"), list(zip(KINDS, [5, 5, 4, 3, 3, 5], strict=True)))
def test_among_agents_the_kind_decides(kind: str, level: int) -> None:
    assert get_priority("agent", kind) == level


@pytest.mark.parametrize(("sender", "kind"), [("robot", "request"), ("agent", "letter"), ("user", "")])
def test_it_refuses_what_it_does_not_know(sender: str, kind: str) -> None:
    with pytest.raises(Invalid):
        get_priority(sender, kind)
