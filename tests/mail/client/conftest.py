"""A really running server for the client: the demo swarm, a slow copy of it, and one with a breakpoint."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from mail.client import ClientConfig, MAILClient, MAILClientSync
from tests.running import ROOT, RunningServer

PATIENT = ClientConfig(timeout=60.0, reconnect=60.0)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("client")
    source = folder / "swarms.json"
    source.write_text(json.dumps([swarm(), swarm("slow", delay=0.25), swarm("careful", pauses=True)]))
    with RunningServer(folder, MAIL_THROTTLE="off", SWARM_SOURCE=str(source)) as running:
        yield running


def swarm(name: str | None = None, *, delay: float = 0.0, pauses: bool = False) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(Path(ROOT / "swarms.json").read_text())[0]
    document["name"] = name or document["name"]
    if pauses:
        document["breakpoint_tools"] = ["get_weather_forecast"]
    for agent in document["agents"]:
        agent["agent_params"] |= {"delay": delay} if delay else {}
    return document


@pytest.fixture(scope="session")
def token(server: RunningServer) -> str:
    return server.first("user token")


@pytest.fixture
async def client(server: RunningServer, token: str) -> AsyncIterator[MAILClient]:
    async with MAILClient(server.url, api_key=token, config=PATIENT) as opened:
        yield opened


@pytest.fixture
def twin(server: RunningServer, token: str) -> Iterator[MAILClientSync]:
    with MAILClientSync(server.url, api_key=token, config=PATIENT) as opened:
        yield opened
