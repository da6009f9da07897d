"""Knows how tasks are listed, read, followed, answered and cancelled."""

from typing import Any, cast

from mail.client.answers import EventPage, Task, TaskDetails, TaskPage
from mail.client.connection import Connection
from mail.client.messages import only_given
from mail.client.stream import EventStream
from mail.client.streams import LogStream, task_path


class TaskCalls(Connection):
    async def get_tasks(self) -> dict[str, Task]:
        """The caller's newest tasks by their id, in the form of MAIL 1.x."""
        return cast(dict[str, Task], await self._request("GET", "/tasks"))

    async def get_task(self, task_id: str) -> Task:
        """One task with its events, in the form of MAIL 1.x."""
        # Servers of MAIL 1.x read the body, and proxies may drop the body of a GET.
        name = {"task_id": task_id}
        return cast(Task, await self._request("GET", "/task", body=name, query=name))

    async def list_tasks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: str | None = None,
        search: str | None = None,
        everybody: bool = False,
    ) -> TaskPage:
        """A page of tasks, newest first. An admin sees all of them with `everybody`."""
        query = only_given(
            limit=limit, cursor=cursor, status=status, q=search, all="1" if everybody else None
        )
        return cast(TaskPage, await self._request("GET", "/api/v1/tasks", query=query))

    async def get_task_details(self, task_id: str) -> TaskDetails:
        """One task with its rounds, its use of tokens and the calls that wait for an answer."""
        return cast(TaskDetails, await self._request("GET", task_path(task_id)))

    async def get_events(self, task_id: str, after: int = 0) -> EventPage:
        """The events after a number, as many as the server gives at once."""
        answer = await self._request("GET", task_path(task_id, "/events"), query={"after": after})
        return cast(EventPage, answer)

    async def follow_task(self, task_id: str, after: int = 0) -> EventStream:
        """Listen to a task after a number, until it does not run any more. A broken connection is mended."""
        return await LogStream(self, task_id, after).open()

    async def cancel_task(self, task_id: str) -> TaskDetails:
        """Stop a running or paused task; everything so far is kept."""
        return cast(TaskDetails, await self._request("POST", task_path(task_id, "/cancel")))

    async def answer_breakpoint(
        self, task_id: str, answers: str | dict[str, Any] | list[dict[str, Any]]
    ) -> TaskDetails:
        """Answer the calls that a paused task waits for; with the last answer it goes on.

        An answer is a text (if one call waits), or an object with `call_id` and either `content`, the call's
        result, or `decision`: `approve`, `edit` (with `arguments`) or `refuse` (with `reason`).
        """
        body = {"answers": answers}
        return cast(TaskDetails, await self._request("POST", task_path(task_id, "/answer"), body=body))
