"""What each MAIL tool does when an agent calls it. A handler returns the result the agent reads."""

from collections.abc import Callable

from mail.addresses import AddressType, parse_agent_address
from mail.messages import MessageType
from mail.tools import ToolName
from mail.tools.arguments import find_texts, get_text
from mail.tools.help import build_help
from tasks import compose
from tasks.choices import OPEN_DELIVERIES, EventName
from tasks.compose import INVALID_RECIPIENT, ROUTER_ERROR, TOOL_CALL_ERROR
from tasks.deliver import post, tell
from tasks.engine.turn import Correction, Turn
from tasks.finish import completion_message
from tasks.models import Delivery, Message
from tasks.replies import Call

Handler = Callable[[Turn, Call], str]


def send_request(turn: Turn, call: Call) -> str:
    return _send_to_one(turn, call, MessageType.REQUEST)


def send_response(turn: Turn, call: Call) -> str:
    return _send_to_one(turn, call, MessageType.RESPONSE)


def send_interrupt(turn: Turn, call: Call) -> str:
    return _send_to_one(turn, call, MessageType.INTERRUPT)


def send_broadcast(turn: Turn, call: Call) -> str:
    targets = find_texts(call, "targets") or [compose.ALL]
    if targets != [compose.ALL]:
        for target in targets:
            if _is_remote(turn, target):
                return _refuse_remote(turn, target)
            _check_target(turn, target)
    _post(turn, MessageType.BROADCAST, targets, call)
    return "The broadcast was sent."


def task_complete(turn: Turn, call: Call) -> str:
    body = get_text(call, "finish_message")
    turn.event(EventName.TASK_COMPLETE_CALL, "completed the task")
    turn.finish = completion_message(AddressType.AGENT, turn.agent.name, turn.swarm.name, body)
    return "The task is complete."


def acknowledge_broadcast(turn: Turn, call: Call) -> str:
    _check_broadcast(turn, "acknowledge_broadcast")
    return "Noted. The broadcast stays in your memory."


def ignore_broadcast(turn: Turn, call: Call) -> str:
    _check_broadcast(turn, "ignore_broadcast")
    reason = str(call.tool_args.get("reason") or "")
    turn.event(EventName.BROADCAST_IGNORED, "ignored a broadcast", reason=reason)
    turn.forgets = True
    return "The broadcast was dropped."


def await_message(turn: Turn, call: Call) -> str:
    reason = str(call.tool_args.get("reason") or "")
    if not _is_anything_coming(turn):
        raise Correction(
            compose.AWAIT_REFUSED,
            "There is nothing to wait for: nobody is working on this task and no message is on its way. "
            "Go on by yourself, ask another agent, or finish.",
        )
    turn.event(EventName.AWAIT_MESSAGE, "waits for a message", reason=reason)
    return "You will be woken when a message arrives."


def get_help(turn: Turn, call: Call) -> str:
    turn.event(EventName.HELP_CALLED, "asked for help")
    text = build_help(turn.agent.name, turn.swarm.name, sorted(turn.agent.mail_tools), call.tool_args)
    message = compose.new_message(
        MessageType.BROADCAST,
        sender_type=AddressType.SYSTEM,
        sender=turn.swarm.name,
        recipients=[turn.agent.name],
        subject=compose.HELP,
        body=text,
        swarm=turn.swarm.name,
    )
    post(turn.change, turn.swarm, message)
    return "The help text follows as a message."


def send_interswarm_broadcast(turn: Turn, call: Call) -> str:
    return _refuse_remote(turn, ", ".join(find_texts(call, "target_swarms")) or "any swarm")


def discover_swarms(turn: Turn, call: Call) -> str:
    return _refuse_remote(turn, "discovery")


HANDLERS: dict[str, Handler] = {
    ToolName.SEND_REQUEST: send_request,
    ToolName.SEND_RESPONSE: send_response,
    ToolName.SEND_INTERRUPT: send_interrupt,
    ToolName.SEND_BROADCAST: send_broadcast,
    ToolName.TASK_COMPLETE: task_complete,
    ToolName.ACKNOWLEDGE_BROADCAST: acknowledge_broadcast,
    ToolName.IGNORE_BROADCAST: ignore_broadcast,
    ToolName.AWAIT_MESSAGE: await_message,
    ToolName.HELP: get_help,
    ToolName.SEND_INTERSWARM_BROADCAST: send_interswarm_broadcast,
    ToolName.DISCOVER_SWARMS: discover_swarms,
}


def _send_to_one(turn: Turn, call: Call, msg_type: MessageType) -> str:
    target = get_text(call, "target", may_be_empty=False).strip()
    if _is_remote(turn, target):
        return _refuse_remote(turn, target)
    _check_target(turn, target)
    _post(turn, msg_type, [target], call)
    return f"The {msg_type} was sent to {target}."


def _post(turn: Turn, msg_type: MessageType, targets: list[str], call: Call) -> None:
    message = compose.new_message(
        msg_type,
        sender_type=AddressType.AGENT,
        sender=turn.agent.name,
        recipients=targets,
        subject=get_text(call, "subject"),
        body=get_text(call, "body"),
        reference=_answered_request(turn, targets[0]) if msg_type == MessageType.RESPONSE else None,
    )
    post(turn.change, turn.swarm, message)


def _answered_request(turn: Turn, target: str) -> str | None:
    """The id of the request that a response most likely answers: the newest from that agent to this one."""
    if turn.step.delivery.message.sender == target:
        return turn.step.delivery.message.reference
    asked = Message.objects.filter(
        task=turn.change.task, sender=target, deliveries__actor=turn.actor, msg_type=MessageType.REQUEST
    )
    return asked.order_by("-pk").values_list("reference", flat=True).first()


def _is_remote(turn: Turn, target: str) -> bool:
    _, swarm = parse_agent_address(target)
    return swarm not in (None, turn.swarm.name)


def _check_target(turn: Turn, target: str) -> None:
    allowed = ", ".join(turn.agent.comm_targets) or "nobody"
    name = parse_agent_address(target)[0]
    if name in turn.agent.comm_targets and name in turn.swarm.agents:
        return
    if name == "user" or name == turn.change.task.owner.partition(":")[2].partition("@")[0]:
        text = "You cannot write to the user. Only task_complete reaches the user."
    elif name not in turn.swarm.agents:
        text = f"There is no agent named {name!r}."
    else:
        text = f"You may not write to {name!r}."
    raise Correction(INVALID_RECIPIENT, f"{text} You may write to: {allowed}.")


def _check_broadcast(turn: Turn, tool: str) -> None:
    if turn.step.delivery.message.msg_type not in (MessageType.BROADCAST, MessageType.BROADCAST_COMPLETE):
        raise Correction(
            TOOL_CALL_ERROR, f"{tool}: the message at hand is not a broadcast; answer it instead."
        )


def _is_anything_coming(turn: Turn) -> bool:
    if turn.change.has_new_mail or turn.goes_on:
        return True
    others = Delivery.objects.filter(task=turn.change.task, state__in=OPEN_DELIVERIES)
    return others.exclude(pk=turn.step.delivery_id).exists()


def _refuse_remote(turn: Turn, where: str) -> str:
    """Until a courier serves other swarms, mail to them comes back at once."""
    text = f"No swarm here is reachable under {where!r}."
    turn.event(EventName.INTERSWARM_MESSAGE_ERROR, f"could not reach {where}", target=where)
    tell(turn.change, turn.swarm, turn.agent.name, ROUTER_ERROR, text)
    return text
