"""The scaled-out form on this machine: a database of its own, a broker, web server, beat and workers."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psycopg
import redis

from tests.faults.document import NAME, swarm_document
from tests.faults.nursery import Nursery
from tests.faults.processes import PYTHON, Process, free_port, run, wait_until
from tests.faults.script import Kind, Script, mark
from tests.faults.snapshot import Snapshot, take_snapshot
from tests.model_server import ModelServer
from tests.services import POSTGRESQL_URL, REDIS_URL

Row = tuple[Any, ...]
REDIS_NUMBERS = range(10, 16)
LOCKS = 7_145_000


def common_environment(folder: Path) -> dict[str, str]:
    """What every process under test is told, whichever form it runs in."""
    return {
        "DJANGO_SETTINGS_MODULE": "mailproject.settings",
        "MAIL_DATA_DIR": str(folder),
        "MAIL_CONFIG_PATH": str(folder / "none.toml"),
        "MAIL_PYTHON_PREFIXES": "tests.faults",
        "MAIL_ALLOW_LITERAL_SECRETS": "on",
        "MAIL_ALLOW_PRIVATE_ADDRESSES": "on",
        "MAIL_THROTTLE": "off",
        "MAIL_LOG_LEVEL": "INFO",
        "MAIL_TEST_EFFECTS": str(folder / "effects"),
        "SWARM_NAME": NAME,
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }


class Farm:
    def __init__(
        self, folder: Path, model: ModelServer, script: Script, database_url: str, redis_url: str
    ) -> None:
        self.folder = folder
        self.model = model
        self.script = script
        self.environment = {
            **common_environment(folder),
            "MAIL_SECRET_KEY": uuid.uuid4().hex * 2,
            "DATABASE_URL": database_url,
            "MAIL_REDIS_URL": redis_url,
        }
        self.redis_url = redis_url
        self.redis = redis.Redis.from_url(redis_url)
        self.database = psycopg.connect(database_url, autocommit=True)
        self.nursery = Nursery(self.environment, folder / "workers.log")
        self._prepare()
        self.port = free_port()
        self.web = self.start("daphne", "-p", str(self.port), "mailproject.asgi:application")
        self.web.wait_for_port(self.port)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=30)
        self.http.headers["Authorization"] = f"Bearer {self._token}"

    def _prepare(self) -> None:
        (self.folder / "effects").touch()
        definitions = self.folder / "swarms.json"
        definitions.write_text(json.dumps([swarm_document(self.model)]))
        run([PYTHON, "manage.py", "migrate", "-v", "0"], self.environment)
        run([PYTHON, "manage.py", "load_swarms", str(definitions)], self.environment)
        made = run(
            [PYTHON, "manage.py", "create_token", "--role", "user", "--name", "alice", "--json"],
            self.environment,
        )
        self._token = json.loads(made)["token"]

    # Processes

    def start(self, module: str, *arguments: str, **more: str) -> Process:
        log = self.folder / f"{module}-{uuid.uuid4().hex[:6]}.log"
        return Process([PYTHON, "-m", module, *arguments], {**self.environment, **more}, log)

    def start_beat(self, **more: str) -> Process:
        """A beat for workers, stopped with them. Its schedule lives in memory."""
        return self.start(
            "celery", "-A", "mailproject", "beat", "-l", "WARNING", "-S", "celery.beat:Scheduler", **more
        )

    def start_worker(self, **more: str) -> Process:
        """A worker by the command an operator types; slower to start than one from the nursery."""
        return self.start("celery", "-A", "mailproject", "worker", "-l", "WARNING", **more)

    # Work

    def send(self, kind: Kind, case: str | None = None) -> str:
        """Submit a task and return at once; its name."""
        case = case or f"case-{uuid.uuid4().hex[:10]}"
        body = {"body": mark(case, kind), "task_id": case, "timeout": 0}
        answer = self.http.post("/message", json=body)
        assert answer.status_code == 202, answer.text + self.web.tail()
        return case

    def find(self, case: str) -> Row:
        """The task's key, status and newest event."""
        query = "select id, status, last_event from tasks_task where task_id = %s"
        row: Row | None = self.database.execute(query, [case]).fetchone()
        assert row is not None, case
        return row

    def finish(self, *cases: str, timeout: float = 20.0) -> None:
        wait_until(
            lambda: all(self.find(case)[1] == "completed" for case in cases),
            timeout,
            f"the end of {', '.join(cases)}",
            lambda: f"{[self.find(case) for case in cases]}\n{self.nursery.tail()}",
        )

    def snapshot(self, case: str) -> Snapshot:
        return take_snapshot(self.database, self.find(case)[0])

    def effects(self, what: str, case: str) -> int:
        return (self.folder / "effects").read_text().splitlines().count(f"{what} {case}")

    def count(self, query: str) -> int:
        row = self.database.execute(query).fetchone()
        return int(row[0]) if row else 0

    def close(self) -> None:
        self.nursery.close()
        self.web.kill()
        self.http.close()
        self.redis.flushdb()
        self.redis.close()
        self.database.close()


@contextmanager
def fresh_database() -> Iterator[str]:
    """A PostgreSQL database that exists for one run; its address."""
    name = f"mail_faults_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(POSTGRESQL_URL, autocommit=True) as server:
        server.execute(f'create database "{name}"')
        try:
            yield urlsplit(POSTGRESQL_URL)._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f'drop database "{name}" with (force)')


@contextmanager
def own_redis() -> Iterator[str]:
    """A Redis database that no other run uses at this moment: two farms would eat each other's jobs."""
    with psycopg.connect(POSTGRESQL_URL, autocommit=True) as server:
        for number in REDIS_NUMBERS:
            row = server.execute("select pg_try_advisory_lock(%s)", [LOCKS + number]).fetchone()
            if row is not None and row[0]:
                yield urlsplit(REDIS_URL)._replace(path=f"/{number}").geturl()
                return
    raise AssertionError("every Redis database is taken by another run of these tests")
