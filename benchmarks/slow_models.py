"""Many tasks at once with slow models: how near to the time of a single task all of them end.

python -m benchmarks.slow_models                                 200 tasks, calls of 1 s
python -m benchmarks.slow_models --tasks 1000 --delay 10         1,000 tasks, calls of 10 s
python -m benchmarks.slow_models --form two                      with two workers
"""

import argparse
import asyncio

from benchmarks.rig import model_server, send_many
from benchmarks.table import show
from benchmarks.throughput import open_form

CALLS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--delay", type=float, default=1.0)
    parser.add_argument("--form", default="embedded", choices=["embedded", "one", "two"])
    options = parser.parse_args()
    ideal = CALLS * options.delay
    with model_server(options.delay) as model_url, open_form(options.form, model_url) as server:
        before = server.cpu_seconds()
        seconds = asyncio.run(send_many(server, options.tasks, options.tasks))
        cpu = server.cpu_seconds() - before
    steps = options.tasks * CALLS
    show(
        f"{options.tasks} tasks at once, {CALLS} calls of {options.delay:g} s",
        ("form", "seconds", "ideal", "times ideal", "steps/s", "server CPU ms/step"),
        [(options.form, seconds, ideal, seconds / ideal, steps / seconds, cpu * 1000 / steps)],
    )


if __name__ == "__main__":
    main()
