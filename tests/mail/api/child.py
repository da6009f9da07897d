"""A program that uses the Python API, as a process of its own: it runs what it is told, one line at a time.

The engine lives once per process and brings Django with it, so it cannot share the process of the tests.
Each line on its input names a function of `scenarios/` or holds a program; each answer is one line of JSON.
"""

import asyncio
import contextlib
import inspect
import io
import json
import sys
import traceback
from typing import Any

from tests.mail.api.scenarios import living, sending, working

SCENARIOS = {**vars(living), **vars(sending), **vars(working)}


def run(order: dict[str, Any]) -> Any:
    if "program" in order:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(order["program"], "program", "exec"), {"__name__": "__main__"})
        return printed.getvalue()
    result = SCENARIOS[order["scenario"]](**order["arguments"])
    return asyncio.run(result) if inspect.iscoroutine(result) else result


def main() -> None:
    for line in sys.stdin:
        try:
            answer: dict[str, Any] = {"value": run(json.loads(line))}
        except BaseException as error:  # noqa: BLE001  # told to the test
            answer = {"error": str(error), "kind": type(error).__name__, "trace": traceback.format_exc()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
