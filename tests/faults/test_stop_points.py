"""A worker is killed at every stop point; another one ends each task as if nothing had happened.

All tasks are brought to their deaths first, one worker for each, and their jobs are thrown away as well. Then
a beat and one sound worker find what is left, from the rows alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tasks.engine.stops import STOP_POINTS
from tests.faults.farm import Farm
from tests.faults.script import Kind
from tests.faults.snapshot import Snapshot, open_leases

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    pytest.mark.xdist_group("faults"),
]

# Death before the reply was stored: the one question that has to be asked again.
REPLY_LOST = {"asked", "before_reply_commit"}
# Death when the actions of the stored reply may have run.
MAY_HAVE_RUN = ("reply_stored", "action_run", "before_outcome_commit")
CASES = [(point, Kind.DELEGATE) for point in STOP_POINTS]
CASES += [(point, Kind.RING) for point in MAY_HAVE_RUN]
# Death between a stored reply and its actions, which may be repeated.
CASES += [("reply_stored", Kind.LOOK)]


@dataclass
class Campaign:
    farm: Farm
    cases: dict[tuple[str, Kind], str]
    undisturbed: dict[Kind, str]

    def snapshots(self, point: str, kind: Kind) -> tuple[Snapshot, Snapshot]:
        return self.farm.snapshot(self.cases[point, kind]), self.farm.snapshot(self.undisturbed[kind])


@pytest.fixture(scope="module")
def campaign(the_farm: Farm) -> Iterator[Campaign]:
    the_farm.redis.flushdb()
    cases = {(point, kind): die_at(the_farm, point, kind) for point, kind in CASES}
    with the_farm.start_beat():
        the_farm.nursery.start_worker()
        undisturbed = {kind: the_farm.send(kind) for kind in Kind}
        the_farm.finish(*cases.values(), *undisturbed.values(), timeout=30)
    yield Campaign(the_farm, cases, undisturbed)
    the_farm.nursery.end()


def die_at(farm: Farm, point: str, kind: Kind) -> str:
    worker = farm.nursery.start_worker(stop_at=point)
    case = farm.send(kind)
    farm.nursery.wait_for_death(worker)
    # The broker forgets too: nobody is told what the dead worker left behind.
    farm.redis.flushdb()
    assert farm.find(case)[1] == "running"
    return case


@pytest.mark.parametrize("point", STOP_POINTS)
def test_the_task_ends_as_if_the_worker_had_not_died(campaign: Campaign, point: str) -> None:
    disturbed, undisturbed = campaign.snapshots(point, Kind.DELEGATE)
    assert disturbed == undisturbed


def test_an_action_that_may_be_repeated_leaves_the_same_record(campaign: Campaign) -> None:
    disturbed, undisturbed = campaign.snapshots("reply_stored", Kind.LOOK)
    assert disturbed == undisturbed


@pytest.mark.parametrize(("point", "kind"), CASES)
def test_no_stored_reply_is_paid_for_twice(campaign: Campaign, point: str, kind: Kind) -> None:
    asked = campaign.farm.script.asked
    paid = asked[campaign.cases[point, kind]]
    assert paid == asked[campaign.undisturbed[kind]] + (1 if point in REPLY_LOST else 0)


@pytest.mark.parametrize("point", MAY_HAVE_RUN)
def test_an_action_that_must_not_be_repeated_is_not_and_its_agent_is_told(
    campaign: Campaign, point: str
) -> None:
    case = campaign.cases[point, Kind.RING]
    assert campaign.farm.effects("ring", case) == (0 if point == "reply_stored" else 1)
    [(name, state, result)] = campaign.farm.snapshot(case)["actions"]
    assert (name, state) == ("ring", "unknown")
    assert "outcome of this call is unknown" in result


@pytest.mark.parametrize(("point", "kind"), CASES)
def test_nothing_stays_leased(campaign: Campaign, point: str, kind: Kind) -> None:
    case = campaign.cases[point, kind]
    assert open_leases(campaign.farm.database, campaign.farm.find(case)[0]) == 0


def test_the_logs_have_no_gaps(campaign: Campaign) -> None:
    for case in campaign.cases.values():
        sequences = [event[0] for event in campaign.farm.snapshot(case)["events"]]
        assert sequences == list(range(1, len(sequences) + 1))
