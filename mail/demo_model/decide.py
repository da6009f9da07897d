"""The demo model's mind: from a conversation and the tools on offer to the next words or calls."""

from dataclasses import dataclass, field
from typing import Any

from mail.demo_model.conversation import Call, Conversation, read_conversation
from mail.demo_model.plan import Plan, make_plan
from mail.demo_model.toolbox import Toolbox
from mail.demo_model.wording import compose_answer


@dataclass(slots=True)
class Decision:
    """Words, calls, or both."""

    text: str | None = None
    calls: list[Call] = field(default_factory=list)


def decide(messages: list[dict[str, Any]], tools: list[dict[str, Any]], tool_choice: Any) -> Decision:
    """1. an order for one tool; 2. no tools wanted; 3. otherwise the next sensible step."""
    conversation, toolbox = read_conversation(messages), Toolbox.of(tools)
    plan = _plan(conversation, toolbox)
    answer = compose_answer(conversation.present, plan.lacking, toolbox)
    forced = _forced_tool(tool_choice)
    if forced is not None:
        return Decision(calls=[_carry_out_order(forced, conversation, toolbox, plan, answer)])
    if tool_choice == "none" or not toolbox.tools:
        return Decision(text=answer)
    calls = _next_calls(conversation, toolbox, plan, answer)
    if calls:
        return Decision(calls=calls)
    return _speak(toolbox, tool_choice, answer)


def _plan(conversation: Conversation, toolbox: Toolbox) -> Plan:
    whole = Plan()
    for question in conversation.present.questions:
        plan = make_plan(question, conversation, toolbox)
        whole.calls += [call for call in plan.calls if call not in whole.calls]
        whole.lacking += plan.lacking
    return whole


def _next_calls(conversation: Conversation, toolbox: Toolbox, plan: Plan, answer: str) -> list[Call]:
    present, mail = conversation.present, conversation.last_mail
    if mail and mail.is_broadcast and not mail.is_from_system and mail not in present.questions:
        return _acknowledge(toolbox, f"Noted: {mail.subject}")
    if mail and mail.is_broadcast and mail.is_from_person and not toolbox.can_complete:
        return _acknowledge(toolbox, "The agent in charge will answer.")
    if present.trouble and mail and mail.is_from_system:
        return _finish(conversation, toolbox, answer)
    open_calls = [call for call in plan.calls if call not in present.calls and call.name in toolbox]
    if open_calls:
        return open_calls
    if present.waiting_for and "await_message" in toolbox:
        waiting = ", ".join(dict.fromkeys(present.waiting_for))
        return [Call("await_message", {"reason": f"Waiting for {waiting}."})]
    return _finish(conversation, toolbox, answer)


def _finish(conversation: Conversation, toolbox: Toolbox, answer: str) -> list[Call]:
    """Whoever asked gets the answer: an agent by response, a person by completing the task."""
    asked_by = [mail.sender for mail in conversation.present.questions if mail.sender_type == "agent"]
    if asked_by and "send_response" in toolbox:
        askers = list(dict.fromkeys(asked_by))
        return [
            Call("send_response", {"target": asker, "subject": _subject(conversation, asker), "body": answer})
            for asker in askers
        ]
    if toolbox.can_complete:
        return [Call("task_complete", {"finish_message": answer})]
    return []


def _subject(conversation: Conversation, asker: str) -> str:
    subjects = [mail.subject for mail in conversation.present.questions if mail.sender == asker]
    return f"Re: {subjects[-1]}" if subjects and subjects[-1] else "Answer"


def _acknowledge(toolbox: Toolbox, note: str) -> list[Call]:
    return [Call("acknowledge_broadcast", {"note": note})] if "acknowledge_broadcast" in toolbox else []


def _speak(toolbox: Toolbox, tool_choice: Any, answer: str) -> Decision:
    """With nobody to answer: plain words where they are allowed, else the mildest call."""
    if tool_choice == "required":
        for name, arguments in (
            ("acknowledge_broadcast", {"note": answer}),
            ("await_message", {"reason": answer}),
        ):
            if name in toolbox:
                return Decision(calls=[Call(name, arguments)])
        name = next(iter(toolbox.tools))
        return Decision(calls=[Call(name, toolbox.fill_with_text(name, answer))])
    return Decision(text=answer)


def _forced_tool(tool_choice: Any) -> str | None:
    if not isinstance(tool_choice, dict):
        return None
    name = (tool_choice.get("function") or tool_choice).get("name")
    return str(name) if name else None


def _carry_out_order(
    name: str, conversation: Conversation, toolbox: Toolbox, plan: Plan, answer: str
) -> Call:
    if name == "task_complete":
        return Call(name, {"finish_message": answer})
    planned = [call for call in plan.calls + _finish(conversation, toolbox, answer) if call.name == name]
    return planned[0] if planned else Call(name, toolbox.fill_with_text(name, answer))
