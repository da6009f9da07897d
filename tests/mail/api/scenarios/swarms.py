"""Swarms that the scenarios use."""

from typing import Any

from mail import MAILAction, MAILSwarmTemplate
from mail.api import SwarmRules
from mail.errors import MailError
from tests.mail.api.agents import agent, ask, call, finish, respond, template

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


def body_in(text: str) -> str:
    """The body of a message as an agent reads it."""
    return text.partition("<body>")[2].partition("</body>")[0]


def solo(name: str = "solo", reply: Any = None, **more: Any) -> MAILSwarmTemplate:
    """A swarm of one agent that finishes at once."""
    boss = template("boss", reply or agent(lambda text, _: finish("done")), leads=True)
    return MAILSwarmTemplate(name, [boss], [], "boss", **more)


def pair(name: str, worker: Any, actions: list[MAILAction], **more: Any) -> MAILSwarmTemplate:
    """A boss who asks a worker and passes on what it says."""

    def lead(text: str, _: Any) -> Any:
        return finish(body_in(text)) if "worker" in text else ask("worker", "go")

    agents = [
        template("boss", agent(lead), ["worker"], leads=True),
        template("worker", worker, ["boss"], actions),
    ]
    return MAILSwarmTemplate(name, agents, actions, "boss", **more)


def uses(tool: str, **arguments: Any) -> Any:
    """A worker that calls an action and responds with its result."""

    def work(text: str, messages: list[dict[str, Any]]) -> Any:
        is_result = messages[-1].get("type") == "function_call_output"
        return respond("boss", text) if is_result else call(tool, **arguments)

    return agent(work)


def pausing(name: str) -> MAILSwarmTemplate:
    actions = [MAILAction("approve", "Asks a person.", TEXT, "")]
    rules = SwarmRules(breakpoint_tools=["approve"])
    return pair(name, uses("approve", text="May I?"), actions, rules=rules)


async def answer(template: MAILSwarmTemplate, **more: Any) -> Any:
    swarm = template.instantiate(**more)
    try:
        response, events = await swarm.post_message("Hello", show_events=True)
        return {"response": response, "events": [[event.id, event.event] for event in events]}
    finally:
        await swarm.shutdown()


async def refusal(work: Any) -> str:
    """The sentence with which something is refused."""
    try:
        await work
    except MailError as error:
        return f"{type(error).__name__}: {error}"
    return "not refused"
