"""POST /message and its older names: take a message, then wait, stream, or return at once."""

from typing import Any

from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import AsyncAPIView, caller_of, in_thread
from accounts.caller import Caller
from tasks.answer import answer, parse_answers
from tasks.api.serializers import MessageSerializer, answer_of
from tasks.api.stream import event_stream
from tasks.choices import ResumeFrom
from tasks.find import get_task
from tasks.follow import read_events_of_round, wait_for_round
from tasks.submit import Submitted, submit


class MessageView(AsyncAPIView):
    """Send a message to a swarm."""

    streams_by_default = False

    async def post(self, request: Request) -> Response | StreamingHttpResponse:
        serializer = MessageSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        caller = caller_of(request)
        key = request.headers.get("Idempotency-Key")
        submitted = await in_thread(self.accept, thread_sensitive=False)(caller, serializer, key)
        if self.wants_stream(data):
            deltas = bool(data.get("deltas"))
            return event_stream(submitted.task, submitted.after, round_number=submitted.round, deltas=deltas)
        return await self.wait(submitted, data)

    def wants_stream(self, data: dict[str, Any]) -> bool:
        stream = data.get("stream")
        return self.streams_by_default if stream is None else bool(stream)

    def accept(self, caller: Caller, serializer: MessageSerializer, key: str | None) -> Submitted:
        data = serializer.validated_data
        if data.get("resume_from") == ResumeFrom.BREAKPOINT:
            answers = parse_answers(data["kwargs"]["breakpoint_tool_call_result"])
            return answer(caller, get_task(caller, data["task_id"]), answers)
        return submit(caller, serializer.letter(key))

    async def wait(self, submitted: Submitted, data: dict[str, Any]) -> Response:
        task = submitted.task
        ended = await wait_for_round(task.pk, submitted.round, data.get("timeout"))
        if ended is None:
            waiting = {
                "task_id": task.task_id,
                "uuid": str(task.uuid),
                "status": "running",
                "round": submitted.round,
                "after": submitted.after,
            }
            return Response(waiting, status=202)
        result = await in_thread(answer_of, thread_sensitive=False)(ended)
        if data.get("show_events"):
            frames = await in_thread(read_events_of_round, thread_sensitive=False)(ended)
            result["events"] = [frame.as_json() for frame in frames]
        return Response(result)


class ChatView(MessageView):
    """The oldest name of /message: `{message}` in, `{response}` out."""


class UiMessageView(MessageView):
    """The name browser clients of MAIL 1.x use: streams unless told otherwise."""

    streams_by_default = True
