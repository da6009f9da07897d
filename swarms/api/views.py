"""Swarms over REST."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from swarms.models import Swarm


class SwarmListView(APIView):
    """The swarms of this server and who may write to whom in them."""

    def get(self, request: Request) -> Response:
        swarms = Swarm.objects.prefetch_related("agents").order_by("-is_default", "name")
        return Response({"swarms": [as_json(swarm) for swarm in swarms]})


def as_json(swarm: Swarm) -> dict[str, Any]:
    return {
        "name": swarm.name,
        "version": swarm.version,
        "description": swarm.description,
        "entrypoint": swarm.entrypoint,
        "is_default": swarm.is_default,
        "is_runnable": swarm.is_runnable,
        "problems": swarm.problems,
        "agents": [
            {
                "name": agent.name,
                "comm_targets": agent.comm_targets,
                "enable_entrypoint": agent.enable_entrypoint,
                "can_complete_tasks": agent.can_complete_tasks,
            }
            for agent in sorted(swarm.agents.all(), key=lambda agent: agent.position)
        ],
    }
