"""A process that only takes messages queues their jobs where the workers look."""

from pathlib import Path

import pytest

from tests.faults.farm import Farm
from tests.faults.script import Kind

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    pytest.mark.xdist_group("faults"),
]


def test_a_web_server_without_worker_reaches_the_workers_through_the_broker(farm: Farm) -> None:
    farm.nursery.start_worker()
    # No beat, so no sweeper: only the job itself can start this task.
    farm.finish(farm.send(Kind.DELEGATE))


def test_a_web_server_never_loads_the_model_library(farm: Farm) -> None:
    farm.send(Kind.DELEGATE)
    maps = Path(f"/proc/{farm.web.popen.pid}/maps").read_text()
    assert "pydantic_core" in maps
    # Compiled parts that only the model library brings along.
    assert "tiktoken" not in maps
    assert "tokenizers" not in maps
