"""Knows what a server tells about itself and about the caller."""

from typing import cast

from mail.client.answers import GetHealthResponse, GetRootResponse, GetStatusResponse, GetWhoamiResponse
from mail.client.connection import Connection
from mail.client.errors import UnreadableAnswer


class ServerCalls(Connection):
    async def get_root(self) -> GetRootResponse:
        """Who the server is and which swarm it speaks for."""
        return cast(GetRootResponse, await self._request("GET", "/"))

    async def get_status(self) -> GetStatusResponse:
        """Whether the swarm is ready and the caller has work under way."""
        return cast(GetStatusResponse, await self._request("GET", "/status"))

    async def get_whoami(self) -> GetWhoamiResponse:
        """Whose token this client uses."""
        return cast(GetWhoamiResponse, await self._request("GET", "/whoami"))

    async def login(self) -> GetWhoamiResponse:
        """Check the token: the caller's id and role, or an error that says why not."""
        caller = await self.get_whoami()
        if not (caller.get("id") and caller.get("role")):
            raise UnreadableAnswer(f"{self.base_url}/whoami tells no id and role; is it a MAIL server?")
        return caller

    async def get_health(self) -> GetHealthResponse:
        """A sign of life; needs no token."""
        return cast(GetHealthResponse, await self._request("GET", "/health"))

    async def update_health(self, status: str) -> GetHealthResponse:
        """Change what the server says of its health. For admins."""
        return cast(GetHealthResponse, await self._request("POST", "/health", body={"status": status}))
