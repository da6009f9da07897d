"""What a turn means for its round: ended, hurried on, or about to hang. A round never hangs."""

from django.conf import settings

from tasks import compose
from tasks.choices import OPEN_DELIVERIES
from tasks.deliver import force_end, tell
from tasks.engine.turn import Turn
from tasks.finish import complete, fail
from tasks.models import Delivery


def settle_round(turn: Turn) -> None:
    """End the round if this turn did, hurry it if it is too long, and never let it hang."""
    change, task = turn.change, turn.change.task
    if not task.is_running:
        return
    if turn.finish is not None:
        complete(change, turn.swarm, turn.finish)
    elif turn.forced and turn.is_current:
        fail(
            change,
            "the message limit was reached and the swarm could not be brought to an answer",
            kind="limit",
        )
    elif task.step_count >= settings.TASK_STEP_LIMIT:
        _end_endless(turn)
    elif not change.has_new_mail and not _has_open_mail(turn):
        _wake_stalled(turn)


def _end_endless(turn: Turn) -> None:
    if turn.change.task.forced:
        fail(
            turn.change, f"the round took {turn.change.task.step_count} steps without an answer", kind="limit"
        )
    else:
        force_end(turn.change, turn.swarm)


def _has_open_mail(turn: Turn) -> bool:
    return Delivery.objects.filter(task=turn.change.task, state__in=OPEN_DELIVERIES).exists()


def _wake_stalled(turn: Turn) -> None:
    """Nothing is queued, running or owed: remind the entrypoint once, then give up."""
    task = turn.change.task
    if task.nudged:
        fail(turn.change, "the agents stopped working without completing the task", kind="stalled")
        return
    task.nudged = True
    text = (
        "Nobody is working on this task any more and it is not complete. Finish it, or ask an agent to go on."
    )
    tell(turn.change, turn.swarm, task.entrypoint, compose.STALLED, text)
