"""A scripted model for each test, and agents that ask it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mail.factories import LiteLLMAgentFunction
from tests.model_server import ModelServer

MakeAgent = Callable[..., LiteLLMAgentFunction]


@pytest.fixture(scope="session")
def _running_model_server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def model_server(_running_model_server: ModelServer) -> Iterator[ModelServer]:
    """The scripted model, with nothing scripted yet."""
    _running_model_server.clear()
    yield _running_model_server
    _running_model_server.clear()


@pytest.fixture
def make_agent(model_server: ModelServer) -> MakeAgent:
    """An agent named `alice` whose model is the scripted one."""

    def make(
        factory: type[LiteLLMAgentFunction] = LiteLLMAgentFunction, **parameters: Any
    ) -> LiteLLMAgentFunction:
        wiring = {"name": "alice", "comm_targets": ["bob"], "system": "You are Alice."}
        return factory(**{**wiring, **model_server.params("alice"), **parameters})

    return make
