"""The engine in this very process: a worker, a throw-away database, and agents that answer at once.

`prepare` must run before anything of Django is imported.
"""

import json
import os
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SWARM = "stubs"


@contextmanager
def prepare(database: str) -> Iterator[None]:
    """Point the settings at an empty SQLite or PostgreSQL database, with tables, and set Django up."""
    from tests.faults.farm import fresh_database
    from tests.services import REDIS_URL

    with ExitStack() as stack:
        folder = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="mail-benchmark-", ignore_cleanup_errors=True)
        )
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "mailproject.settings",
            "MAIL_DATA_DIR": folder,
            "MAIL_CONFIG_PATH": str(Path(folder) / "none.toml"),
            "MAIL_SECRET_KEY": uuid.uuid4().hex * 2,
            "MAIL_LOG_LEVEL": "WARNING",
            "SWARM_NAME": SWARM,
        }
        if database == "postgresql":
            url = stack.enter_context(fresh_database())
            os.environ |= {"DATABASE_URL": url, "MAIL_REDIS_URL": REDIS_URL}
        _set_up()
        yield


def _set_up() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    store_stubs()


def store_stubs() -> None:
    """A supervisor who asks a worker, who uses an action and answers: four steps for each task."""
    from mail.actions import action
    from swarms.registered import register
    from swarms.store import store_document

    @action(name="measure", idempotent=True)
    async def measure(place: str) -> str:
        """Measure something."""
        return f"17 degrees in {place}"

    def agent(name: str, target: str, **more: Any) -> dict[str, Any]:
        function = register(name, supervisor_stub if name == "supervisor" else worker_stub)
        wiring = {"comm_targets": [target], "tool_format": "completions", "agent_params": {}}
        return {"name": name, "factory": function, **wiring, **more}

    store_document(
        {
            "name": SWARM,
            "version": "1.0.0",
            "entrypoint": "supervisor",
            "enable_interswarm": False,
            "agents": [
                agent("supervisor", "worker", enable_entrypoint=True, can_complete_tasks=True),
                agent("worker", "supervisor", actions=["measure"]),
            ],
            "actions": [],
            "action_imports": [register("measure", measure)],
        }
    )


async def supervisor_stub(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
    if '<from type="user">' in str(messages[-1].get("content")):
        return reply("send_request", target="worker", subject="Question", body="What is it like?")
    return reply("task_complete", finish_message="All is well.")


async def worker_stub(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
    if messages[-1].get("role") != "tool":
        return reply("measure", place="Tokyo")
    return reply("send_response", target="supervisor", subject="Answer", body="It is fine.")


def reply(name: str, **arguments: Any) -> tuple[None, list[Any]]:
    from mail.tools import AgentToolCall

    call_id = f"call_{uuid.uuid4().hex[:12]}"
    function = {"name": name, "arguments": json.dumps(arguments)}
    entry = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }
    call = AgentToolCall(tool_name=name, tool_args=arguments, tool_call_id=call_id, completion=entry)
    return None, [call]


@dataclass(frozen=True)
class Cost:
    """What a number of steps took."""

    steps: int
    cpu: float
    wall: float
    statements: Counter[str]

    @property
    def cpu_ms(self) -> float:
        return self.cpu * 1000 / self.steps

    @property
    def wall_ms(self) -> float:
        return self.wall * 1000 / self.steps

    @property
    def statements_per_step(self) -> float:
        return sum(self.statements.values()) / self.steps


class Engine:
    """A worker and a beat in this process, as in the embedded form."""

    def __init__(self, *, count_statements: bool = False) -> None:
        from mailproject.embedded import EmbeddedWorker

        self._statements: Counter[str] = Counter()
        if count_statements:
            self._count_statements()
        self._worker = EmbeddedWorker()
        self._worker.start()
        # The model library loads in the background; its CPU time is not the engine's.
        time.sleep(8)

    def _count_statements(self) -> None:
        from django.db.backends.signals import connection_created

        def watch(connection: Any, **_: Any) -> None:
            # With a pool the same connection object is opened again and again.
            if self._note not in connection.execute_wrappers:
                connection.execute_wrappers.append(self._note)

        connection_created.connect(watch, weak=False)

    def _note(self, execute: Any, sql: str, *rest: Any) -> Any:
        if threading.current_thread().name.startswith("database"):
            verb, *words = sql.split()
            self._statements[" ".join([verb, *[word for word in words if "tasks_" in word][:1]])] += 1
        return execute(sql, *rest)

    def run(self, tasks: int) -> Cost:
        """Submit tasks and wait for their ends. Submitting is not counted: it is not a step."""
        from tasks.models import Step

        steps_before = Step.objects.count()
        self._statements.clear()
        cpu, wall, own = time.process_time(), time.perf_counter(), time.thread_time()
        submitted = [submit_one() for _ in range(tasks)]
        wait_for(submitted)
        own = time.thread_time() - own
        cpu, wall = time.process_time() - cpu - own, time.perf_counter() - wall
        return Cost(Step.objects.count() - steps_before, cpu, wall, Counter(self._statements))

    def stop(self) -> None:
        self._worker.stop()


def submit_one(task_id: str | None = None) -> int:
    from accounts.caller import Caller
    from accounts.choices import Role
    from tasks.submit import Letter, submit

    caller = Caller(role=Role.USER, id="load", swarm=SWARM)
    return submit(caller, Letter(body="What is it like?", swarm=SWARM, task_id=task_id)).task.pk


def wait_for(tasks: list[int]) -> None:
    """Look now and then, in this thread, whose CPU time is not counted."""
    from tasks.models import Task

    while Task.objects.filter(pk__in=tasks, status="running").exists():
        time.sleep(0.005)
    completed = Task.objects.filter(pk__in=tasks, status="completed").count()
    if completed != len(tasks):
        raise RuntimeError(f"only {completed} of {len(tasks)} tasks were completed")
