"""What the server says of itself: GET / as JSON, /health, /status, /whoami."""

import time
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.utils import timezone
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import caller_of
from swarms.find import find_default_swarm, get_swarm
from tasks.choices import Status
from tasks.find import own_tasks
from tasks.models import Task

PROTOCOL_VERSION = "1.3"
STARTED = time.monotonic()
STARTED_AT = timezone.now()


def product_version() -> str:
    try:
        return version("django-mail-server")
    except PackageNotFoundError:
        return "0.1.0"


class RootView(APIView):
    """Who this server is and which swarm it speaks for."""

    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        return Response(
            {
                "name": "mail",
                "version": product_version(),
                "protocol_version": PROTOCOL_VERSION,
                "swarm": describe_default_swarm(),
                "status": "running",
                "uptime": round(time.monotonic() - STARTED, 3),
            }
        )


def describe_default_swarm() -> dict[str, Any] | None:
    swarm = find_default_swarm()
    if swarm is None:
        return None
    return {
        "name": swarm.name,
        "version": swarm.version,
        "description": swarm.description,
        "entrypoint": swarm.entrypoint,
        "keywords": swarm.keywords,
        "public": swarm.public,
    }


class HealthView(APIView):
    """A sign of life that also shows that the database answers."""

    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        swarm = find_default_swarm()
        name = swarm.name if swarm else None
        return Response({"status": "healthy", "swarm_name": name, "timestamp": STARTED_AT.isoformat()})


class StatusView(APIView):
    """Whether the swarm is ready and the caller has work under way."""

    def get(self, request: Request) -> Response:
        swarm = get_swarm()
        running = Task.objects.filter(status=Status.RUNNING).values("account").distinct().count()
        return Response(
            {
                "swarm": {"name": swarm.name, "status": "ready" if swarm.is_runnable else "not runnable"},
                "active_users": running,
                "user_mail_ready": swarm.is_runnable,
                "user_task_running": own_tasks(caller_of(request)).filter(status=Status.RUNNING).exists(),
            }
        )


class WhoamiView(APIView):
    """Whose token this is."""

    def get(self, request: Request) -> Response:
        caller = caller_of(request)
        return Response({"id": caller.id, "username": caller.id, "role": caller.role})
