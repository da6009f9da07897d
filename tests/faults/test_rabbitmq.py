"""RabbitMQ as the broker, with every process started by the command an operator types."""

from collections.abc import Iterator

import httpx
import kombu
import pytest

from tests.faults.farm import Farm
from tests.faults.processes import free_port, wait_until
from tests.faults.script import Kind
from tests.services import RABBITMQ_URL

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    pytest.mark.rabbitmq,
    pytest.mark.xdist_group("faults"),
]
BROKER = {"MAIL_BROKER_URL": RABBITMQ_URL}


@pytest.fixture
def rabbit_farm(farm: Farm) -> Iterator[Farm]:
    """The farm with a second web server, which queues its jobs in RabbitMQ."""
    forget_queue()
    port = free_port()
    redis_http = farm.http
    with farm.start("daphne", "-p", str(port), "mailproject.asgi:application", **BROKER) as web:
        web.wait_for_port(port)
        farm.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=redis_http.headers, timeout=30)
        yield farm
        farm.http.close()
    farm.http = redis_http
    forget_queue()


def forget_queue() -> None:
    with kombu.Connection(RABBITMQ_URL) as connection:
        kombu.Queue("mail", channel=connection.channel()).delete()


def test_jobs_travel_over_rabbitmq_and_a_killed_worker_is_replaced(rabbit_farm: Farm) -> None:
    farm = rabbit_farm
    with farm.start_worker(**BROKER):
        # No beat, so no sweeper: only the jobs themselves can have moved this task.
        quiet = farm.send(Kind.DELEGATE)
        farm.finish(quiet)
        farm.script.hang_first.add("case-rabbit")
        farm.send(Kind.DELEGATE, "case-rabbit")
        wait_until(lambda: farm.script.asked["case-rabbit"] == 1, 10, "the first question")
    with farm.start_worker(**BROKER), farm.start_beat(**BROKER):
        farm.finish("case-rabbit")
    assert farm.snapshot("case-rabbit") == farm.snapshot(quiet)
