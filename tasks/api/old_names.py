"""Tasks under the names and in the shapes that clients of MAIL 1.x know."""

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import caller_of
from tasks.api.tasks import LONGEST_PAGE, PAGE, whole_number
from tasks.find import get_task, own_tasks
from tasks.follow import read_events
from tasks.models import Task


class OldTaskListView(APIView):
    """GET /tasks as MAIL 1.x has it: an object keyed by task id, the newest of them."""

    def get(self, request: Request) -> Response:
        limit = min(whole_number(request.query_params.get("limit", str(PAGE)), "limit"), LONGEST_PAGE)
        tasks = own_tasks(caller_of(request), everybodys=request.query_params.get("all") == "1")
        return Response({task.task_id: old_task(task) for task in tasks.order_by("-pk")[:limit]})


class OldTaskView(APIView):
    """GET /task as MAIL 1.x has it: the task's id in the JSON body, or in the query."""

    def get(self, request: Request) -> Response:
        body: Any = request.data if isinstance(request.data, dict) else {}
        name = body.get("task_id") or request.query_params.get("task_id")
        if not name:
            raise ValidationError({"detail": "task_id is required"})
        if not isinstance(name, str):
            raise ValidationError({"detail": "task_id must be a string"})
        return Response(old_task(get_task(caller_of(request), name)))


def old_task(task: Task) -> dict[str, Any]:
    return {
        "task_id": task.task_id,
        "task_owner": task.owner,
        "task_contributors": task.contributors,
        "start_time": task.created_at.isoformat(),
        "events": [frame.as_json() for frame in read_events(task, 0, LONGEST_PAGE)],
        "is_running": task.is_running,
        "task_message_queue": [],
        "remote_swarms": [],
        "completed": task.is_completed,
        "title": task.title,
    }


class UiTaskListView(APIView):
    """GET /ui/tasks: the caller's tasks as a list, newest first, without their events."""

    def get(self, request: Request) -> Response:
        limit = min(whole_number(request.query_params.get("limit", str(PAGE)), "limit"), LONGEST_PAGE)
        tasks = own_tasks(caller_of(request)).order_by("-pk")[:limit]
        return Response([{**ui_task(task), "event_count": task.last_event} for task in tasks])


class UiTaskView(APIView):
    """GET /ui/task/{id}: one task with its events."""

    def get(self, request: Request, name: str) -> Response:
        task = get_task(caller_of(request), name)
        events = [frame.as_json() for frame in read_events(task, 0, LONGEST_PAGE)]
        return Response({**ui_task(task), "events": events})


def ui_task(task: Task) -> dict[str, Any]:
    return {
        "task_id": task.task_id,
        "task_owner": task.owner,
        "is_running": task.is_running,
        "completed": task.is_completed,
        "start_time": task.created_at.isoformat(),
        "title": task.title,
    }
