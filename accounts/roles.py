"""Which roles may pass."""

from collections.abc import Collection
from typing import TypeGuard

from accounts.caller import Caller
from accounts.choices import Role
from accounts.errors import NoToken, WrongRole

ADMINS = frozenset({Role.ADMIN})
ADMINS_AND_USERS = frozenset({Role.ADMIN, Role.USER})
AGENTS = frozenset({Role.AGENT})


def is_caller(user: object) -> TypeGuard[Caller]:
    return isinstance(user, Caller)


def check_role(user: object, roles: Collection[Role]) -> None:
    """Raises NoToken for nobody and WrongRole for somebody else."""
    if not is_caller(user):
        raise NoToken
    if user.role not in roles:
        raise WrongRole
