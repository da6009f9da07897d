"""Which roles a view lets in: 401 for nobody, 403 for the wrong role."""

from typing import Any, ClassVar

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.choices import Role
from accounts.roles import ADMINS, ADMINS_AND_USERS, AGENTS, check_role


class HasRole(BasePermission):
    """The base of the three below."""

    roles: ClassVar[frozenset[Role]] = frozenset()

    def has_permission(self, request: Request, view: Any) -> bool:
        check_role(request.user, self.roles)
        return True


class IsAdmin(HasRole):
    roles = ADMINS


class IsAdminOrUser(HasRole):
    roles = ADMINS_AND_USERS


class IsAgent(HasRole):
    roles = AGENTS
