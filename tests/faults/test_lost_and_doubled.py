"""Two workers lose each other, their broker, their database; jobs come twice and in any order."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator

import pytest
from celery import Celery

from tests.faults.farm import Farm
from tests.faults.processes import wait_until
from tests.faults.script import Kind

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    pytest.mark.xdist_group("faults"),
]

# Five seconds are promised; a loaded machine gets some slack.
GOES_ON = 8.0
AT_ONCE = 1.5
RECORD = ("messages", "history", "mail", "actions")
DISTURB = (
    "select pg_terminate_backend(pid) from pg_stat_activity"
    " where datname = current_database() and pid <> pg_backend_pid()"
)
HOLDER = (
    "select w.pid from tasks_worker w join tasks_actor a on a.worker_id = w.id"
    " join tasks_task t on t.id = a.task_id where t.task_id = %s"
)


@pytest.fixture(scope="module")
def two_workers(the_farm: Farm) -> Iterator[Farm]:
    """The farm at work: two workers and two beats, one more than needed."""
    the_farm.redis.flushdb()
    with the_farm.start_beat(), the_farm.start_beat():
        the_farm.nursery.start_worker()
        the_farm.nursery.start_worker()
        the_farm.finish(the_farm.send(Kind.LOOK))
        yield the_farm
    the_farm.nursery.end()


@pytest.fixture(scope="module")
def undisturbed(two_workers: Farm) -> dict[Kind, str]:
    cases = {kind: two_workers.send(kind) for kind in Kind}
    two_workers.finish(*cases.values())
    return cases


def lose_worker(farm: Farm, by: signal.Signals) -> tuple[str, float]:
    """End the worker whose model call is under way; the case and the seconds until another one asks."""
    case = f"case-{by.name}"
    farm.script.hang_first.add(case)
    farm.send(Kind.DELEGATE, case)
    wait_until(lambda: farm.script.asked[case] == 1, 10, "the first question", farm.nursery.tail)
    row = farm.database.execute(HOLDER, [case]).fetchone()
    assert row is not None
    os.kill(row[0], by)
    seconds = wait_until(lambda: farm.script.asked[case] == 2, 20, "another worker", farm.nursery.tail)
    print(f"work went on {seconds:.2f} s after {by.name}")
    farm.finish(case)
    farm.nursery.start_worker()
    return case, seconds


def test_work_goes_on_soon_after_a_worker_is_killed(two_workers: Farm, undisturbed: dict[Kind, str]) -> None:
    case, seconds = lose_worker(two_workers, signal.SIGKILL)
    assert seconds < GOES_ON
    assert two_workers.snapshot(case) == two_workers.snapshot(undisturbed[Kind.DELEGATE])


def test_a_worker_that_is_asked_to_stop_hands_its_actor_over_at_once(
    two_workers: Farm, undisturbed: dict[Kind, str]
) -> None:
    case, seconds = lose_worker(two_workers, signal.SIGTERM)
    assert seconds < AT_ONCE
    # The log tells of the hand-over; nothing else differs.
    found, expected = two_workers.snapshot(case), two_workers.snapshot(undisturbed[Kind.DELEGATE])
    assert [found[part] for part in RECORD] == [expected[part] for part in RECORD]


def run_disturbed(farm: Farm, disturb: Callable[[], object], count: int = 6) -> list[str]:
    """Run tasks slowly enough that the disturbance, repeated all the while, finds them at every stage."""
    cases = []
    for number in range(count):
        case = f"case-{disturb.__name__}-{number}"
        farm.script.delays[case] = 0.1 + 0.05 * number
        cases.append(farm.send(Kind.DELEGATE, case))
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline and any(farm.find(case)[1] == "running" for case in cases):
        disturb()
        time.sleep(0.12)
    farm.finish(*cases, timeout=30)
    return cases


def check_same(farm: Farm, cases: list[str], undisturbed: dict[Kind, str]) -> None:
    expected = farm.snapshot(undisturbed[Kind.DELEGATE])
    for case in cases:
        assert farm.snapshot(case) == expected
        assert farm.effects("look", case) == 1
        assert farm.script.asked[case] == farm.script.asked[undisturbed[Kind.DELEGATE]]


def test_a_broker_that_forgets_everything_loses_no_work(
    two_workers: Farm, undisturbed: dict[Kind, str]
) -> None:
    def empty_broker() -> None:
        two_workers.redis.flushdb()

    check_same(two_workers, run_disturbed(two_workers, empty_broker), undisturbed)


def test_jobs_that_come_many_times_and_in_any_order_change_nothing(
    two_workers: Farm, undisturbed: dict[Kind, str]
) -> None:
    queue = Celery(broker=two_workers.redis_url, set_as_current=False)

    def double_jobs() -> None:
        rows = two_workers.database.execute("select id from tasks_actor order by id desc limit 30").fetchall()
        for (actor,) in random.sample(rows * 2, k=2 * len(rows)):
            queue.send_task("tasks.run_actor", args=[actor], queue="mail")

    cases = run_disturbed(two_workers, double_jobs)
    queue.close()
    wait_until(lambda: not two_workers.redis.llen("mail"), 10, "all doubled jobs to be taken")
    check_same(two_workers, cases, undisturbed)


def test_a_database_that_drops_all_connections_loses_no_work(
    two_workers: Farm, undisturbed: dict[Kind, str]
) -> None:
    def drop_connections() -> None:
        two_workers.database.execute(DISTURB)
        time.sleep(0.4)

    expected = two_workers.snapshot(undisturbed[Kind.DELEGATE])
    for case in run_disturbed(two_workers, drop_connections):
        assert two_workers.snapshot(case) == expected
