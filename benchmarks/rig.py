"""What the programs that measure from outside share: servers of both forms, the model, and a client."""

import asyncio
import json
import os
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import redis

from tests.faults.farm import fresh_database
from tests.faults.processes import PYTHON, Process, free_port, run
from tests.services import REDIS_URL

SWARM = "benchmark"
FORECAST = "python::mail.examples.weather_dummy.actions:get_weather_forecast"


def swarm_document(model_url: str) -> dict[str, Any]:
    """A supervisor and a worker with one action: four model calls for each task."""
    parameters = {"llm": "openai/stub", "api_base": model_url, "api_key": "test", "system": "Be brief."}
    supervisor: dict[str, Any] = {"enable_entrypoint": True, "can_complete_tasks": True}
    weather: dict[str, Any] = {"actions": ["get_weather_forecast"]}
    agents = [("supervisor", "weather", supervisor), ("weather", "supervisor", weather)]
    return {
        "name": SWARM,
        "version": "1.0.0",
        "entrypoint": "supervisor",
        "enable_interswarm": False,
        "agents": [
            {
                "name": name,
                "factory": "python::mail.factories.base:LiteLLMAgentFunction",
                "comm_targets": [target],
                "tool_format": "completions",
                "agent_params": parameters,
                **more,
            }
            for name, target, more in agents
        ],
        "actions": [],
        "action_imports": [FORECAST],
    }


@dataclass
class Server:
    """A running product, of either form, and what it costs."""

    url: str
    token: str
    processes: list[Process]

    def cpu_seconds(self) -> float:
        """What its processes have used so far."""
        ticks = 0
        for process in self.processes:
            fields = Path(f"/proc/{process.popen.pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def throw_away_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="mail-benchmark-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextmanager
def model_server(delay: float = 0.0) -> Iterator[str]:
    """The scripted model in a process of its own; its address."""
    port = free_port()
    command = [PYTHON, "-m", "tests.model_server", "--port", str(port), "--delay", str(delay)]
    with throw_away_folder() as folder, Process(command, {}, folder / "model.log") as process:
        process.wait_for_port(port)
        yield f"http://127.0.0.1:{port}/v1"


def environment(folder: Path, model_url: str) -> dict[str, str]:
    source = folder / "swarms.json"
    source.write_text(json.dumps([swarm_document(model_url)]))
    return {
        "MAIL_DATA_DIR": str(folder),
        "MAIL_CONFIG_PATH": str(folder / "none.toml"),
        "MAIL_SECRET_KEY": uuid.uuid4().hex * 2,
        "MAIL_ALLOW_LITERAL_SECRETS": "on",
        "MAIL_ALLOW_PRIVATE_ADDRESSES": "on",
        "MAIL_THROTTLE": "off",
        "MAIL_LOG_LEVEL": "WARNING",
        "SWARM_NAME": SWARM,
        "SWARM_SOURCE": str(source),
    }


def make_token(surroundings: dict[str, str]) -> str:
    command = [PYTHON, "manage.py", "create_token", "--role", "user", "--name", "load", "--json"]
    return str(json.loads(run(command, surroundings))["token"])


@contextmanager
def embedded(model_url: str) -> Iterator[Server]:
    """One process, SQLite."""
    port = free_port()
    command = [PYTHON, "manage.py", "serve", "--port", str(port)]
    with throw_away_folder() as folder:
        surroundings = environment(folder, model_url)
        with Process(command, surroundings, folder / "server.log") as process:
            process.wait_for_port(port)
            server = Server(f"http://127.0.0.1:{port}", make_token(surroundings), [process])
            asyncio.run(warm_up(server))
            yield server


@contextmanager
def scaled_out(model_url: str, workers: int) -> Iterator[Server]:
    """PostgreSQL and Redis: one web server, one beat, so many workers."""
    with ExitStack() as stack, redis.Redis.from_url(REDIS_URL) as broker:
        broker.flushdb()
        folder = stack.enter_context(throw_away_folder())
        surroundings = environment(folder, model_url) | {
            "DATABASE_URL": stack.enter_context(fresh_database()),
            "MAIL_REDIS_URL": REDIS_URL,
        }
        run([PYTHON, "manage.py", "migrate", "-v", "0"], surroundings)
        run([PYTHON, "manage.py", "load_swarms", surroundings["SWARM_SOURCE"]], surroundings)
        token = make_token(surroundings)
        port = free_port()
        celery = ["celery", "-A", "mailproject"]
        commands = [["daphne", "-p", str(port), "mailproject.asgi:application"]]
        commands += [[*celery, "worker", "-l", "WARNING", "-n", f"worker{each}"] for each in range(workers)]
        commands += [[*celery, "beat", "-l", "WARNING", "-S", "celery.beat:Scheduler"]]
        processes = [
            stack.enter_context(Process([PYTHON, "-m", *command], surroundings, folder / f"{number}.log"))
            for number, command in enumerate(commands)
        ]
        processes[0].wait_for_port(port)
        server = Server(f"http://127.0.0.1:{port}", token, processes)
        asyncio.run(warm_up(server, tasks=30 * workers))
        yield server


async def warm_up(server: Server, tasks: int = 20) -> None:
    """Everything that is loaded on first use is loaded; the workers' model library takes the longest."""
    await asyncio.sleep(6)
    await send_many(server, tasks, at_once=tasks)


async def send_many(server: Server, tasks: int, at_once: int) -> float:
    """Send tasks, never more than so many at a time, and wait for each answer; the seconds for all."""
    gate = asyncio.Semaphore(at_once)
    headers = {"Authorization": f"Bearer {server.token}"}
    connector = aiohttp.TCPConnector(limit=0)
    unlimited = aiohttp.ClientTimeout(total=600)
    async with aiohttp.ClientSession(
        server.url, headers=headers, connector=connector, timeout=unlimited
    ) as client:

        async def one() -> None:
            async with gate, client.post("/message", json={"body": "What is the weather?"}) as answer:
                found = await answer.json()
                if found.get("response") != "All is well.":
                    raise RuntimeError(f"a task went wrong: {found}")

        begin = time.perf_counter()
        await asyncio.gather(*(one() for _ in range(tasks)))
        return time.perf_counter() - begin
