"""Alice, who has tokens, and a stand-in for the external token service."""

from collections.abc import Iterator

import pytest

from accounts.external import RECENT
from accounts.models import User
from tests.accounts.token_service import TokenService


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def service() -> Iterator[TokenService]:
    with TokenService() as running:
        yield running
    RECENT.forget_all()
