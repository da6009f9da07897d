"""Run the model server by itself, with the four-call script of the benchmarks."""

import argparse
import dataclasses
import threading

from tests.model_server.reply import Reply
from tests.model_server.request import ModelRequest
from tests.model_server.round_trip import round_trip
from tests.model_server.server import ModelServer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8123)
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    options = parser.parse_args()

    def answer(request: ModelRequest) -> Reply:
        return dataclasses.replace(round_trip(request), delay=options.delay)

    server = ModelServer(answer, port=options.port)
    server.remember = False
    with server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
