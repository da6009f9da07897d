"""What a program does with its swarm's tasks: send, read, cancel. The same verbs as behind the API."""

from accounts.caller import Caller
from accounts.choices import Role
from mail.addresses import create_system_address, create_user_address
from mail.compose import create_broadcast
from mail.engine import Letter, MAILTask, SwarmEvent, Ticket
from mail.errors import Conflict
from mail.messages import MAILMessage, MessageType
from tasks import submit as submitting
from tasks.answer import answer, parse_answers
from tasks.choices import ResumeFrom, Status
from tasks.errors import AlreadyFinished, UnknownTask
from tasks.find import own_tasks
from tasks.finish import cancel
from tasks.follow import read_events
from tasks.models import Message, Round, Task

ALL_EVENTS = 1_000_000
# How rounds that ended without an answer from an agent are named in the message about it.
SUBJECTS = {
    Status.PAUSED: "::breakpoint_tool_call::",
    Status.FAILED: "::task_error::",
    Status.CANCELLED: "::task_error::",
}


def caller_of(swarm: str, owner: str) -> Caller:
    return Caller(role=Role.USER, id=owner, swarm=swarm)


def send(swarm: str, owner: str, letter: Letter) -> Ticket:
    """Open, continue or answer a task of this swarm."""
    caller = caller_of(swarm, owner)
    if letter.task_id is not None:
        _check_home(caller, swarm, letter.task_id)
    if letter.resume_from == ResumeFrom.BREAKPOINT.value:
        assert letter.task_id is not None, "every letter of the Python API names its task"
        answers = parse_answers(letter.breakpoint_result)
        submitted = answer(caller, get_task(swarm, owner, letter.task_id), answers)
    else:
        submitted = submitting.submit(caller, _as_letter(swarm, letter))
    task = submitted.task
    return Ticket(task.task_id, submitted.round, task.pk, submitted.after)


def _check_home(caller: Caller, swarm: str, task_id: str) -> None:
    task = submitting.find_task(caller, task_id)
    if task is not None and task.swarm.name != swarm:
        raise Conflict(f"Task {task_id!r} belongs to swarm {task.swarm.name!r}: choose another task_id.")


def _as_letter(swarm: str, letter: Letter) -> submitting.Letter:
    return submitting.Letter(
        body=letter.body,
        subject=letter.subject,
        msg_type=letter.msg_type,
        entrypoint=letter.entrypoint,
        swarm=swarm,
        task_id=letter.task_id,
        resume_from=ResumeFrom(letter.resume_from) if letter.resume_from else None,
        max_steps=letter.max_steps,
    )


def get_task(swarm: str, owner: str, task_id: str) -> Task:
    task = own_tasks(caller_of(swarm, owner)).filter(swarm__name=swarm, task_id=task_id).first()
    if task is None:
        raise UnknownTask(f"Swarm {swarm!r} has no task {task_id!r} of {owner!r}.")
    return task


def answer_of(ended: Round) -> MAILMessage:
    """The message that ended a round: the agent's own, or the system's word on why there is none."""
    messages = Message.objects.filter(
        task=ended.task, round=ended.number, msg_type=MessageType.BROADCAST_COMPLETE
    )
    if ended.status == Status.COMPLETED and (last := messages.order_by("pk").last()) is not None:
        last.task = ended.task
        return last.as_mail()
    swarm = ended.task.swarm.name
    return create_broadcast(
        task_id=ended.task.task_id,
        sender=create_system_address(swarm),
        recipients=[create_user_address(ended.task.owner)],
        subject=SUBJECTS.get(Status(ended.status), ""),
        body=ended.response,
        sender_swarm=swarm,
        recipient_swarms=[swarm],
        routing_info={"status": ended.status},
        complete=True,
    )


def read_all_events(swarm: str, owner: str, task_id: str) -> list[SwarmEvent]:
    frames = read_events(get_task(swarm, owner, task_id), 0, ALL_EVENTS)
    return [SwarmEvent(frame.event, frame.data, frame.id) for frame in frames]


def read_tasks(swarm: str, owner: str) -> list[MAILTask]:
    tasks = own_tasks(caller_of(swarm, owner)).filter(swarm__name=swarm).order_by("pk")
    return [_describe(task) for task in tasks]


def _describe(task: Task) -> MAILTask:
    return MAILTask(
        task_id=task.task_id,
        task_owner=task.owner,
        title=task.title,
        status=task.status,
        start_time=task.created_at.isoformat(),
        entrypoint=task.entrypoint,
        task_contributors=list(task.contributors),
    )


def cancel_running(swarm: str, owner: str) -> None:
    """End what still runs, whoever waits for it. Paused tasks stay: they can be answered later."""
    caller = caller_of(swarm, owner)
    for task in Task.objects.filter(swarm__name=swarm, status=Status.RUNNING):
        try:
            cancel(task, caller)
        except AlreadyFinished:
            continue
