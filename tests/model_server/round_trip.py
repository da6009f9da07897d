"""The script for benchmarks: a task of four model calls, judged from each request alone."""

import re

from mail.tools import MAIL_TOOL_NAMES
from tests.model_server.reply import Reply, call
from tests.model_server.request import ModelRequest

SENDER = re.compile(r'<from type="(\w+)">([^<]*)</from>')


def round_trip(request: ModelRequest) -> Reply:
    """The supervisor asks its first worker, who uses an action and answers; the supervisor completes."""
    if "task_complete" in request.tool_names:
        return _as_supervisor(request)
    return _as_worker(request)


def _as_supervisor(request: ModelRequest) -> Reply:
    sender = SENDER.search(request.last_text)
    if sender and sender.group(1) == "user":
        return call(
            "send_request", target=_first_target(request), subject="Question", body="What is it like?"
        )
    return call("task_complete", finish_message="All is well.")


def _as_worker(request: ModelRequest) -> Reply:
    actions = [name for name in request.tool_names if name not in MAIL_TOOL_NAMES]
    if actions and not request.last_is_tool_result:
        return call(actions[0], location="Tokyo", days_ahead=1, metric=True)
    return call("send_response", target=_asker(request), subject="Answer", body="It is fine.")


def _first_target(request: ModelRequest) -> str:
    for tool in request.body["tools"]:
        function = tool.get("function", tool)
        if function.get("name") == "send_request":
            return str(function["parameters"]["properties"]["target"].get("enum", ["weather"])[0])
    return "weather"


def _asker(request: ModelRequest) -> str:
    for entry in reversed(request.entries):
        sender = SENDER.search(str(entry.get("content") or ""))
        if sender:
            return sender.group(2)
    return "supervisor"
