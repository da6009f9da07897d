"""One really running server for the whole contract, and the people who call it."""

from collections.abc import Iterator

import httpx
import pytest

from tests.running import RunningServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("contract"), MAIL_THROTTLE="off") as running:
        yield running


@pytest.fixture(scope="session")
def tokens(server: RunningServer) -> dict[str, str]:
    return {
        "alice": server.create_token("user", "alice"),
        "charlie": server.create_token("user", "charlie"),
        "admin": server.create_token("admin", "ada"),
        "agent": server.create_token("agent", "swarm-beta"),
    }


@pytest.fixture
def alice(server: RunningServer, tokens: dict[str, str]) -> Iterator[httpx.Client]:
    with server.client(tokens["alice"]) as client:
        yield client


@pytest.fixture
def charlie(server: RunningServer, tokens: dict[str, str]) -> Iterator[httpx.Client]:
    with server.client(tokens["charlie"]) as client:
        yield client


@pytest.fixture
def nobody(server: RunningServer) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client
