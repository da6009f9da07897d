"""Knows how other swarms are registered and written to."""

from typing import Any, cast

from mail.client.answers import (
    GetSwarmsResponse,
    PostInterswarmResponseResponse,
    PostInterswarmSendResponse,
    SwarmAnswer,
)
from mail.client.connection import Connection
from mail.client.messages import only_given
from mail.messages import MAILInterswarmMessage, MAILMessage


class SwarmCalls(Connection):
    async def get_swarms(self) -> GetSwarmsResponse:
        """The swarms that the server knows, itself included."""
        return cast(GetSwarmsResponse, await self._request("GET", "/swarms"))

    async def register_swarm(
        self,
        name: str,
        base_url: str,
        *,
        auth_token: str | None = None,
        volatile: bool = True,
        metadata: dict[str, Any] | None = None,
    ) -> SwarmAnswer:
        """Make another swarm known; a volatile one until the next start. For admins."""
        body = {"name": name, "base_url": base_url, "volatile": volatile}
        body |= only_given(auth_token=auth_token, metadata=metadata)
        return cast(SwarmAnswer, await self._request("POST", "/swarms", body=body))

    async def dump_swarm(self) -> SwarmAnswer:
        """Let the server write its swarm to its log. For admins."""
        return cast(SwarmAnswer, await self._request("GET", "/swarms/dump"))

    async def load_swarm_from_json(self, swarm_json: str) -> SwarmAnswer:
        """Replace the server's swarm by a JSON document. For admins."""
        return cast(SwarmAnswer, await self._request("POST", "/swarms/load", body={"json": swarm_json}))

    async def post_interswarm_message(self, message: MAILInterswarmMessage) -> MAILMessage:
        """Hand a message from another swarm to this one and wait for the answer. For agents."""
        return cast(MAILMessage, await self._request("POST", "/interswarm/message", body=message))

    async def post_interswarm_response(self, message: MAILMessage) -> PostInterswarmResponseResponse:
        """Hand over another swarm's answer to a task that waits for it. For agents."""
        answer = await self._request("POST", "/interswarm/response", body=message)
        return cast(PostInterswarmResponseResponse, answer)

    async def send_interswarm_message(
        self,
        target_agent: str | None,
        message: str,
        user_token: str | None = None,
        *,
        targets: list[str] | None = None,
        subject: str | None = None,
        msg_type: str | None = None,
        task_id: str | None = None,
        routing_info: dict[str, Any] | None = None,
    ) -> PostInterswarmSendResponse:
        """Let the server write to `agent@swarm`, or with `targets` to several, and wait for the answer.

        Servers of MAIL 1.x want the token once more as `user_token`; newer ones know the caller already.
        """
        body = {"message": message}
        body |= only_given(
            target_agent=target_agent,
            targets=targets,
            user_token=user_token,
            subject=subject,
            msg_type=msg_type,
            task_id=task_id,
            routing_info=routing_info,
        )
        answer = await self._request("POST", "/interswarm/send", body=body)
        return cast(PostInterswarmSendResponse, answer)
