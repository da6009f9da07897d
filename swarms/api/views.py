"""Swarms over REST: what there is, who may write to whom, and loading definitions."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, IsAdminOrUser
from accounts.api.views import caller_of
from accounts.models import User
from swarms.check import check_document
from swarms.export import to_document
from swarms.find import get_swarm
from swarms.models import Swarm
from swarms.remove import remove_swarm
from swarms.store import store_document, store_text


class SwarmListView(APIView):
    """The swarms of this server and who may write to whom in them."""

    def get(self, request: Request) -> Response:
        swarms = Swarm.objects.prefetch_related("agents").order_by("-is_default", "name")
        return Response({"swarms": [as_json(swarm) for swarm in swarms]})


class SwarmView(APIView):
    """One swarm's definition: read by users, replaced and deleted by admins."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsAdminOrUser() if self.request.method == "GET" else IsAdmin()]

    def get(self, request: Request, name: str) -> Response:
        return Response(to_document(get_swarm(name)))

    def put(self, request: Request, name: str) -> Response:
        document = as_document(request, name)
        stored = store_document(document, by=person(request))
        problems = [problem.sentence for problem in stored.problems]
        return Response({**as_json(stored.swarm), "outcome": stored.outcome, "problems": problems})

    def delete(self, request: Request, name: str) -> Response:
        remove_swarm(get_swarm(name))
        return Response(status=204)


class SwarmCheckView(APIView):
    """What is wrong with a definition, without storing it."""

    permission_classes = [IsAdmin]

    def post(self, request: Request) -> Response:
        problems = check_document(request.data if isinstance(request.data, dict) else {})
        found = [
            {"where": list(each.path), "sentence": each.sentence, "severity": each.severity}
            for each in problems
        ]
        return Response(
            {"problems": found, "is_valid": not any(each.severity == "error" for each in problems)}
        )


class DumpView(APIView):
    """GET /swarms/dump: the default swarm's definition, with the fields MAIL 1.x answers."""

    permission_classes = [IsAdmin]

    def get(self, request: Request) -> Response:
        swarm = get_swarm()
        return Response({"status": "dumped", "swarm_name": swarm.name, "swarm": to_document(swarm)})


class LoadSerializer(serializers.Serializer[Any]):
    json = serializers.CharField(help_text="The text of a swarms.json, or of one entry of it.")


class LoadView(APIView):
    """POST /swarms/load: replace swarms by the definitions in a text."""

    permission_classes = [IsAdmin]

    def post(self, request: Request) -> Response:
        serializer = LoadSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        stored = store_text(serializer.validated_data["json"], by=person(request))
        names = [each.swarm.name for each in stored]
        return Response(
            {"status": "success", "swarm_name": names[0] if names else None, "swarm_names": names}
        )


class AgentsView(APIView):
    """GET /ui/agents: the agents of a swarm, as browser clients of MAIL 1.x ask for them."""

    def get(self, request: Request) -> Response:
        swarm = get_swarm(request.query_params.get("swarm"))
        fields = ("name", "comm_targets", "enable_entrypoint", "can_complete_tasks", "enable_interswarm")
        agents = [
            {field: getattr(agent, field) for field in fields} for agent in swarm.agents.order_by("position")
        ]
        return Response({"agents": agents, "entrypoint": swarm.entrypoint})


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


def as_document(request: Request, name: str) -> dict[str, Any]:
    if not isinstance(request.data, dict):
        raise serializers.ValidationError("send the swarm's definition as an object")
    if request.data.get("name") != name:
        raise serializers.ValidationError(f"the definition's name must be {name!r}, as in the address")
    return dict(request.data)


def person(request: Request) -> User | None:
    caller = caller_of(request)
    return User.objects.filter(pk=caller.user_id).first() if caller.user_id else None
