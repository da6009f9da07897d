"""People and tokens in the control room."""

from accounts.admin.people import GroupAdmin, UserAdmin
from accounts.admin.tokens import ApiTokenAdmin

__all__ = ["ApiTokenAdmin", "GroupAdmin", "UserAdmin"]
