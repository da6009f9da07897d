"""How long after its POST a client sees the first event, on an idle server.

python -m benchmarks.latency [--count 200] [--form embedded]
"""

import argparse
import asyncio
import statistics
import time

import aiohttp

from benchmarks.rig import Server, model_server
from benchmarks.table import show
from benchmarks.throughput import open_form


async def measure(server: Server, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds to the first event and to the last, task by task."""
    first, last = [], []
    headers = {"Authorization": f"Bearer {server.token}"}
    async with aiohttp.ClientSession(server.url, headers=headers) as client:
        for _ in range(count):
            begin = time.perf_counter()
            async with client.post("/message", json={"body": "What is it?", "stream": True}) as stream:
                await stream.content.readuntil(b"\r\n\r\n")
                first.append((time.perf_counter() - begin) * 1000)
                await stream.content.read()
                last.append((time.perf_counter() - begin) * 1000)
            await asyncio.sleep(0.02)
    return first, last


def spread(values: list[float]) -> tuple[float, float]:
    return statistics.median(values), statistics.quantiles(values, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--form", default="embedded", choices=["embedded", "one", "two"])
    options = parser.parse_args()
    with model_server() as model_url, open_form(options.form, model_url) as server:
        first, last = asyncio.run(measure(server, options.count))
    rows = [("first event", *spread(first)), ("whole task of 4 calls", *spread(last))]
    show(f"{options.form}, {options.count} tasks one by one", ("until", "p50 ms", "p95 ms"), rows)


if __name__ == "__main__":
    main()
