"""Tasks over REST: list them, read one, follow its events, answer or cancel it."""

from django.http import StreamingHttpResponse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import AsyncAPIView, caller_of, in_thread
from tasks.answer import answer, parse_answers
from tasks.api.serializers import task_as_json, task_with_rounds
from tasks.api.stream import event_stream
from tasks.find import get_task, own_tasks, search
from tasks.finish import cancel
from tasks.follow import read_events
from tasks.models import Task

PAGE = 50
LONGEST_PAGE = 500


class TaskListView(APIView):
    """The caller's tasks, newest first."""

    def get(self, request: Request) -> Response:
        query = request.query_params
        tasks = own_tasks(caller_of(request), everybodys=query.get("all") == "1")
        tasks = search(tasks, query.get("q", "").strip())
        if status := query.get("status"):
            tasks = tasks.filter(status=status)
        if cursor := query.get("cursor"):
            tasks = tasks.filter(pk__lt=whole_number(cursor, "cursor"))
        limit = min(whole_number(query.get("limit", str(PAGE)), "limit"), LONGEST_PAGE)
        rows = list(tasks.order_by("-pk")[: limit + 1])
        following = str(rows[limit - 1].pk) if len(rows) > limit else None
        return Response({"tasks": [task_as_json(task) for task in rows[:limit]], "next": following})


class TaskView(APIView):
    """One task with its rounds."""

    def get(self, request: Request, name: str) -> Response:
        return Response(task_with_rounds(get_task(caller_of(request), name)))


class TaskEventsView(AsyncAPIView):
    """The events of a task after a sequence: as JSON, or as a stream that stays open while it runs."""

    async def get(self, request: Request, name: str) -> Response | StreamingHttpResponse:
        task: Task = await in_thread(get_task, thread_sensitive=False)(caller_of(request), name)
        after = whole_number(
            request.headers.get("Last-Event-ID") or request.query_params.get("after", "0"), "after"
        )
        if "text/event-stream" in request.headers.get("Accept", ""):
            deltas = request.query_params.get("deltas") == "1"
            return event_stream(task, after, deltas=deltas)
        frames = await in_thread(read_events, thread_sensitive=False)(task, after, LONGEST_PAGE)
        events = [frame.as_json() for frame in frames]
        return Response({"events": events, "last_event": task.last_event, "status": task.status})


class TaskCancelView(APIView):
    """Stop a task and keep what there is."""

    def post(self, request: Request, name: str) -> Response:
        task = get_task(caller_of(request), name)
        cancel(task, caller_of(request))
        task.refresh_from_db()
        return Response(task_with_rounds(task))


class TaskAnswerView(APIView):
    """Answer breakpoint calls."""

    def post(self, request: Request, name: str) -> Response:
        task = get_task(caller_of(request), name)
        answers = request.data.get("answers") if isinstance(request.data, dict) else None
        if answers is None:
            raise ValidationError({"detail": "answers is required: a list of answers with their call_id"})
        submitted = answer(caller_of(request), task, parse_answers(answers))
        return Response(task_with_rounds(submitted.task), status=202)


def whole_number(text: str, name: str) -> int:
    """A number from a query or header, or one sentence about it."""
    if not text.isdecimal() or len(text) > 18:
        raise ValidationError({"detail": f"{name} must be a whole number"})
    return int(text)
