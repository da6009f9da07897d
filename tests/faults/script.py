"""What the models answer: judged from each request alone, so that a repeated question gets the same answer.

A case is named in the user's message as `[case:NAME kind:KIND]`, and every agent passes the mark on.
`delegate`: the supervisor asks the worker, who looks and answers. `look` and `ring`: the supervisor itself
calls that action first, then asks the worker, who just answers.
"""

import dataclasses
import re
import threading
from collections import Counter, defaultdict
from enum import StrEnum

from tests.model_server import ModelRequest, Reply, call, hang

MARK = re.compile(r"\[case:(\S+) kind:(\w+)\]")
SENDER = re.compile(r'<from type="(\w+)">')


class Kind(StrEnum):
    DELEGATE = "delegate"
    LOOK = "look"
    RING = "ring"


def mark(case: str, kind: Kind) -> str:
    return f"[case:{case} kind:{kind}]"


class Script:
    """Answers, and counts what it was asked. Some cases hang or take their time."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.hang_first: set[str] = set()
        self.delays: dict[str, float] = defaultdict(float)
        self._lock = threading.Lock()

    def __call__(self, request: ModelRequest) -> Reply:
        found = MARK.search(str(request.entries))
        if found is None:
            return hang()
        case, kind = found.group(1), Kind(found.group(2))
        with self._lock:
            self.asked[case] += 1
            if case in self.hang_first and self.asked[case] == 1:
                return hang()
        speak = as_supervisor if request.agent == "supervisor" else as_worker
        return dataclasses.replace(speak(request, case, kind), delay=self.delays[case])


def as_supervisor(request: ModelRequest, case: str, kind: Kind) -> Reply:
    if not request.last_is_tool_result:
        sender = SENDER.search(request.last_text)
        if sender and sender.group(1) == "agent":
            return call("task_complete", finish_message=f"All is well. {mark(case, kind)}")
        if kind != Kind.DELEGATE:
            return call(kind.value, case=case)
    return call("send_request", target="worker", subject="Question", body=mark(case, kind))


def as_worker(request: ModelRequest, case: str, kind: Kind) -> Reply:
    if kind == Kind.DELEGATE and not request.last_is_tool_result:
        return call("look", case=case)
    return call(
        "send_response", target="supervisor", subject="Answer", body=f"It is fine. {mark(case, kind)}"
    )
