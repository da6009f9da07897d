"""What the tests of swarms share: the documents and an administrator's browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from swarms.compile import forget_compiled

DOCUMENTS = Path(__file__).parent / "documents"


def read_document(name: str) -> list[dict[str, Any]]:
    documents: list[dict[str, Any]] = json.loads((DOCUMENTS / f"{name}.json").read_text())
    return documents


@pytest.fixture(autouse=True)
def _nothing_compiled() -> None:
    forget_compiled()


@pytest.fixture
def weather_math() -> dict[str, Any]:
    """The weather and math swarm, with prompts that need no network."""
    document = read_document("weather_math")[0]
    for agent in document["agents"]:
        agent["agent_params"] = {"llm": "demo/assistant", "system": "You help."}
    return document


@pytest.fixture
def browser(db: None) -> Client:
    alice = get_user_model().objects.create_superuser("alice", "alice@example.com", "correct horse battery")
    client = Client()
    client.force_login(alice)
    return client
