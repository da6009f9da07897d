"""One model server, one script and one farm for all fault tests; each test cleans up its own processes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.farm import Farm, fresh_database, own_redis
from tests.faults.processes import Process
from tests.faults.script import Script
from tests.model_server import ModelServer


@pytest.fixture(scope="session")
def script() -> Script:
    return Script()


@pytest.fixture(scope="session")
def model(script: Script) -> Iterator[ModelServer]:
    with ModelServer(script) as server:
        yield server


@pytest.fixture(scope="session")
def the_farm(tmp_path_factory: pytest.TempPathFactory, model: ModelServer, script: Script) -> Iterator[Farm]:
    with fresh_database() as database_url, own_redis() as redis_url:
        folder: Path = tmp_path_factory.mktemp("farm")
        farm = Farm(folder, model, script, database_url, redis_url)
        try:
            yield farm
        finally:
            farm.close()


@pytest.fixture
def farm(the_farm: Farm) -> Iterator[Farm]:
    """The farm with no worker, no beat and an empty broker."""
    the_farm.redis.flushdb()
    yield the_farm
    the_farm.nursery.end()


@pytest.fixture
def beat(farm: Farm) -> Iterator[Process]:
    with farm.start_beat() as process:
        yield process
