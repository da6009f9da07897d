"""What callers may send about tasks, checked, and what they get back."""

from typing import Any

from rest_framework import serializers

from mail.messages import MessageType
from tasks.choices import ActionState, ResumeFrom, Status
from tasks.models import ActionRun, Round, Task
from tasks.submit import Letter

LONGEST_BODY = 1_000_000
MESSAGE_TYPES = ("request", "response", "broadcast", "interrupt", "broadcast_complete")


class KwargsSerializer(serializers.Serializer[Any]):
    """Parameters of one round; names that are not known are ignored, as clients expect."""

    breakpoint_tool_call_result = serializers.JSONField(required=False)
    max_steps = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=10_000)
    timeout = serializers.FloatField(required=False, allow_null=True, min_value=0.1, max_value=7 * 86400)


class MessageSerializer(serializers.Serializer[Any]):
    """The body of POST /message. Unset fields may be null."""

    body = serializers.CharField(
        required=False, allow_null=True, allow_blank=True, max_length=LONGEST_BODY, trim_whitespace=False
    )
    message = serializers.CharField(
        required=False, allow_null=True, allow_blank=True, max_length=LONGEST_BODY, trim_whitespace=False
    )
    subject = serializers.CharField(required=False, allow_null=True, allow_blank=True, max_length=1000)
    msg_type = serializers.CharField(required=False, allow_null=True)
    entrypoint = serializers.CharField(required=False, allow_null=True, max_length=255)
    swarm = serializers.CharField(required=False, allow_null=True, max_length=255)
    task_id = serializers.CharField(required=False, allow_null=True, max_length=255)
    resume_from = serializers.CharField(required=False, allow_null=True)
    show_events = serializers.BooleanField(required=False, allow_null=True)
    stream = serializers.BooleanField(required=False, allow_null=True)
    deltas = serializers.BooleanField(required=False, allow_null=True)
    timeout = serializers.FloatField(required=False, allow_null=True, min_value=0)
    kwargs = KwargsSerializer(required=False, allow_null=True)

    def validate_msg_type(self, value: str | None) -> str | None:
        if value is not None and value not in MESSAGE_TYPES:
            raise serializers.ValidationError(f"invalid message type: {value}")
        return value

    def validate_resume_from(self, value: str | None) -> str | None:
        if value is not None and value not in ResumeFrom.values:
            raise serializers.ValidationError(
                f"invalid resume_from: {value}; use {' or '.join(ResumeFrom.values)}"
            )
        return value

    def validate_task_id(self, value: str | None) -> str | None:
        if value is not None and not value.isprintable():
            raise serializers.ValidationError("a task_id consists of printable characters")
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        resumes = attrs.get("resume_from") == ResumeFrom.BREAKPOINT
        if not resumes and not (attrs.get("body") or attrs.get("message")):
            raise serializers.ValidationError("no message provided")
        if resumes and "breakpoint_tool_call_result" not in (attrs.get("kwargs") or {}):
            raise serializers.ValidationError(
                "kwargs.breakpoint_tool_call_result is required to resume a breakpoint"
            )
        if attrs.get("resume_from") and not attrs.get("task_id"):
            raise serializers.ValidationError("task_id is required to resume a task")
        return attrs

    def letter(self, idempotency_key: str | None) -> Letter:
        data = self.validated_data
        kwargs = data.get("kwargs") or {}
        return Letter(
            body=data.get("body") or data.get("message") or "",
            subject=data.get("subject") or "New Message",
            msg_type=MessageType(data.get("msg_type") or "request"),
            entrypoint=data.get("entrypoint"),
            swarm=data.get("swarm"),
            task_id=data.get("task_id"),
            resume_from=ResumeFrom(data["resume_from"]) if data.get("resume_from") else None,
            max_steps=kwargs.get("max_steps"),
            timeout=kwargs.get("timeout"),
            idempotency_key=idempotency_key,
        )


def usage_of(task: Task) -> dict[str, Any]:
    return {"input_tokens": task.input_tokens, "output_tokens": task.output_tokens, "cost": float(task.cost)}


def task_as_json(task: Task) -> dict[str, Any]:
    """A task in a list."""
    return {
        "task_id": task.task_id,
        "uuid": str(task.uuid),
        "title": task.title,
        "status": task.status,
        "swarm": task.swarm.name,
        "entrypoint": task.entrypoint,
        "created_at": task.created_at.isoformat(),
        "updated_at": task.updated_at.isoformat(),
        "last_event": task.last_event,
        "usage": usage_of(task),
    }


def task_with_rounds(task: Task) -> dict[str, Any]:
    """A task by itself."""
    pending = ActionRun.objects.filter(task=task, state=ActionState.PENDING).order_by("pk")
    return {
        **task_as_json(task),
        "rounds": [round_as_json(each) for each in task.rounds.order_by("number")],
        "pending": [
            {"call_id": run.call_id, "name": run.name, "arguments": run.arguments} for run in pending
        ],
    }


def round_as_json(each: Round) -> dict[str, Any]:
    return {
        "number": each.number,
        "status": each.status,
        "opened_at": each.opened_at.isoformat(),
        "closed_at": each.closed_at.isoformat() if each.closed_at else None,
        "response": each.response,
        "error": each.error,
    }


def answer_of(each: Round) -> dict[str, Any]:
    """What a caller who waited for a round is told."""
    answer: dict[str, Any] = {
        "response": each.response,
        "events": None,
        "task_id": each.task.task_id,
        "uuid": str(each.task.uuid),
        "status": each.status,
        "completed": each.status == Status.COMPLETED,
        "usage": usage_of(each.task),
    }
    if each.status == Status.PAUSED:
        pending = ActionRun.objects.filter(task=each.task, state=ActionState.PENDING).order_by("pk")
        answer["breakpoint"] = {
            "calls": [
                {"call_id": run.call_id, "name": run.name, "arguments": run.arguments} for run in pending
            ]
        }
    if each.error:
        answer["error"] = {"detail": each.error}
    return answer
