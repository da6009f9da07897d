"""Knows how a message is sent to a swarm, waiting for its answer or listening to what happens."""

import uuid
from typing import Any, cast

from mail.client.answers import PostMessageResponse
from mail.client.connection import Connection
from mail.client.retry import Backoff, repeat
from mail.client.stream import EventStream
from mail.client.streams import RoundStream


class MessageCalls(Connection):
    async def post_message(
        self,
        /,
        message: str,
        *,
        entrypoint: str | None = None,
        show_events: bool = False,
        subject: str = "New Message",
        msg_type: str = "request",
        task_id: str | None = None,
        resume_from: str | None = None,
        swarm: str | None = None,
        wait: float | None = None,
        **kwargs: Any,
    ) -> PostMessageResponse:
        """Send a message and wait for the answer, at most `wait` seconds.

        Other keywords go into the message's `kwargs`. If the connection breaks while waiting, the message
        is sent again under the same key: the server finds the task it has, and goes on waiting for it.
        """
        body = message_body(
            message,
            entrypoint=entrypoint,
            show_events=show_events,
            subject=subject,
            msg_type=msg_type,
            task_id=task_id,
            resume_from=resume_from,
            kwargs=kwargs,
            stream=False,
        )
        body |= only_given(swarm=swarm, timeout=wait)
        headers = {"Idempotency-Key": str(uuid.uuid4())}

        async def attempt() -> Any:
            return await self._request("POST", "/message", body=body, headers=headers)

        return cast(PostMessageResponse, await repeat(attempt, Backoff(self.config.reconnect)))

    async def post_message_stream(
        self,
        /,
        message: str,
        *,
        entrypoint: str | None = None,
        subject: str = "New Message",
        msg_type: str = "request",
        task_id: str | None = None,
        resume_from: str | None = None,
        swarm: str | None = None,
        **kwargs: Any,
    ) -> EventStream:
        """Send a message and listen until its round ends. A broken connection is mended without a gap."""
        body = message_body(
            message,
            entrypoint=entrypoint,
            show_events=False,
            subject=subject,
            msg_type=msg_type,
            task_id=task_id,
            resume_from=resume_from,
            kwargs=kwargs,
            stream=True,
        )
        body |= only_given(swarm=swarm)
        return await RoundStream(self, body, str(uuid.uuid4())).open()


def message_body(message: str, **fields: Any) -> dict[str, Any]:
    """The body of POST /message: every field of MAIL 1.x, unset ones as null."""
    return {"body": message, **fields}


def only_given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
