"""Who is calling, the same for tokens, browser sessions, WebSockets and the external token service."""

from dataclasses import dataclass
from typing import ClassVar

from accounts.choices import Role


@dataclass(frozen=True)
class Caller:
    """An identified caller. Stands in for Django's user wherever a request asks for one."""

    role: Role
    id: str
    swarm: str
    user_id: int | None = None
    # The swarm an agent's local token speaks for; empty where the registry has to say it.
    remote_swarm: str = ""

    is_authenticated: ClassVar[bool] = True
    is_anonymous: ClassVar[bool] = False

    @property
    def key(self) -> str:
        """The owner as it is written on the wire."""
        return f"{self.role.value}:{self.id}@{self.swarm}"

    @property
    def account(self) -> str:
        """The stable name that rows are owned by: one per person, however they come in."""
        if self.user_id is not None:
            return f"user:{self.user_id}"
        # Marked, so that an outside user whose id is "7" is never our user number 7.
        return f"named:{self.role.value}:{self.id}"

    @property
    def pk(self) -> str:
        return self.account

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN

    @property
    def is_agent(self) -> bool:
        return self.role == Role.AGENT
