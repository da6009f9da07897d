"""Code that the tests' definitions refer to."""

import asyncio
import threading
from typing import Any

from mail.actions import action

PROMPT = {"text": "python::tests.swarms.parts:WORDS"}
WORDS = "Be brief."
CIRCLE = ["python::tests.swarms.parts:CIRCLE"]
NUMBER = 7


async def echo_agent(messages: list[dict[str, Any]], tool_choice: Any = "required") -> tuple[str, list[Any]]:
    return f"{len(messages)} messages", []


def broken_factory(**wiring: Any) -> Any:
    raise RuntimeError("no luck today")


def careless_factory(**wiring: Any) -> Any:
    return None


def keeping_factory(**wiring: Any) -> Any:
    """Gives back an agent function that tells what it was built with."""

    async def agent(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
        return wiring, []

    return agent


def plain(arguments: dict[str, Any]) -> str:
    where = "main" if threading.current_thread() is threading.main_thread() else "thread"
    return f"{where}: {arguments['text']}"


async def waiting(arguments: dict[str, Any]) -> str:
    await asyncio.sleep(0)
    return f"waited: {arguments['text']}"


@action(description="Says it twice", idempotent=True, timeout=3)
def twice(text: str, times: int = 2) -> str:
    return text * times
