"""The client's guide: every Python example in it runs, and its tables say what the code says."""

import ast
import asyncio
import inspect
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mail.client import ClientConfig, MAILClient
from tests.mail.client.scripted import says, scripted
from tests.running import ROOT, RunningServer

pytestmark = pytest.mark.xdist_group("client")

GUIDE = Path(ROOT / "docs/client.md").read_text()
ADDRESS = "http://127.0.0.1:8000"
ELSEWHERE = "Other swarms"


def examples(*, elsewhere: bool) -> list[str]:
    """The guide's Python, in order; those about other servers apart."""
    sections = re.split(r"^## ", GUIDE, flags=re.MULTILINE)
    chosen = [section for section in sections if section.startswith(ELSEWHERE) == elsewhere]
    return [code for section in chosen for code in re.findall(r"```python\n(.*?)```", section, re.DOTALL)]


async def run(code: str, names: dict[str, Any]) -> None:
    compiled = compile(code, "docs/client.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    result = eval(compiled, names)
    if inspect.iscoroutine(result):
        await result


@pytest.fixture(autouse=True)
def quiet_again() -> Iterator[None]:
    level = logging.getLogger("mail.client").level
    yield
    logging.getLogger("mail.client").setLevel(level)


def run_as_program(code: str) -> None:
    exec(compile(code, "docs/client.md", "exec"), {"__name__": "__main__"})


async def test_every_example_runs(
    server: RunningServer,
    token: str,
    client: MAILClient,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(os.environ, "TOKEN", token)
    names: dict[str, Any] = {"client": client}
    codes = [code.replace(ADDRESS, server.url) for code in examples(elsewhere=False)]
    assert len(codes) >= 12
    for code in codes:
        if "asyncio.run(" in code:
            await asyncio.to_thread(run_as_program, code)
        else:
            await run(code, names)
    printed = capsys.readouterr().out
    for expected in (
        "42",
        "84",
        "task_complete",
        "paused",
        "get_weather_forecast",
        "Sunny, 24 degrees",
        "400",
    ):
        assert expected in printed


async def test_the_examples_about_other_swarms_run(capsys: pytest.CaptureFixture[str]) -> None:
    known = {"swarms": [{"swarm_name": "beta", "base_url": "https://beta.example"}]}
    sent = {"response": {"message": {"body": "It is 42."}}, "events": None}
    with scripted(says({"status": "registered", "swarm_name": "beta"}), says(known), says(sent)) as server:
        async with MAILClient(server.url) as client:
            for code in examples(elsewhere=True):
                await run(code, {"client": client})
    assert [request.path for request in server.requests] == ["/swarms", "/swarms", "/interswarm/send"]
    assert capsys.readouterr().out == "beta https://beta.example\nIt is 42.\n"


def test_the_table_of_settings_is_the_codes() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(MAIL_\w+)` \| `(.+?)` \| (.+) \|$", GUIDE, re.MULTILINE)
    fields = ClientConfig.model_fields
    assert rows == [
        (name, ClientConfig.variables[name], str(field.default), field.description)
        for name, field in fields.items()
    ]


def test_the_table_of_methods_names_every_method() -> None:
    table = GUIDE.split("## Methods")[1].split("## ")[0]
    named = set(re.findall(r"`(\w+)\(", table))
    methods = {name for name, _ in inspect.getmembers(MAILClient, inspect.iscoroutinefunction)}
    assert named == {name for name in methods if not name.startswith("_")} - {"aclose"}
