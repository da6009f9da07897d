"""Finished tasks per second: four model calls each, over HTTP to a model that answers at once.

    python -m benchmarks.throughput [--tasks 400] [--forms embedded one two]

The public asyncio server does about 34 tasks per second on the same two cores, keeping nothing.
"""

import argparse
import asyncio
from contextlib import AbstractContextManager

from benchmarks.rig import Server, embedded, model_server, scaled_out, send_many
from benchmarks.table import show

REFERENCE = 34.0


def open_form(form: str, model_url: str) -> AbstractContextManager[Server]:
    return embedded(model_url) if form == "embedded" else scaled_out(model_url, {"one": 1, "two": 2}[form])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=400)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--forms", nargs="+", default=["embedded", "one", "two"])
    options = parser.parse_args()
    rows = []
    for form in options.forms:
        with model_server() as model_url, open_form(form, model_url) as server:
            before = server.cpu_seconds()
            seconds = asyncio.run(send_many(server, options.tasks, options.at_once))
            cpu = (server.cpu_seconds() - before) / options.tasks
        rate = options.tasks / seconds
        rows.append((form, rate, rate / REFERENCE, cpu * 1000, cpu * 250))
    show(
        f"{options.tasks} tasks, {options.at_once} at once",
        ("form", "tasks/s", "times reference", "server CPU ms/task", "CPU ms/step"),
        rows,
    )


if __name__ == "__main__":
    main()
