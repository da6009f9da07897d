"""Agents and actions at work, breakpoints among them."""

import asyncio
import logging
import os
from typing import Any

from mail import MAILAction, MAILSwarmTemplate, action
from tests.mail.api.agents import agent, finish, template
from tests.mail.api.scenarios.swarms import TEXT, answer, pair, pausing, refusal, solo, uses


async def first(folder: str) -> Any:
    """Starts the engine of the child, in a folder that is kept."""
    handlers = list(logging.getLogger().handlers)
    environment = dict(os.environ)
    result = await answer(solo("first"), user_id="alice", data_dir=folder)
    same = environment == dict(os.environ) and handlers == logging.getLogger().handlers
    return {**result, "left_alone": same}


async def plain_action() -> Any:
    async def shout(arguments: dict[str, Any]) -> str:
        return str(arguments["text"]).upper()

    actions = [MAILAction("shout", "Says it loudly.", TEXT, shout)]
    return await answer(pair("plain", uses("shout", text="hey"), actions))


async def decorated_action() -> Any:
    @action
    def add(left: int, right: int) -> int:
        """Adds two numbers."""
        return left + right

    actions: list[MAILAction] = [add.mail_action]  # type: ignore[attr-defined]  # what @action leaves there
    return await answer(pair("decorated", uses("add", left=2, right=40), actions))


async def failing_action() -> Any:
    def fail(arguments: dict[str, Any]) -> str:
        raise RuntimeError("no power")

    return await answer(
        pair("failing", uses("fail"), [MAILAction("fail", "Fails.", {"type": "object"}, fail)])
    )


async def built_by_a_factory() -> Any:
    def factory(*, name: str, comm_targets: list[str], greeting: str, user_token: str, **rest: Any) -> Any:
        words = f"{greeting} from {name}, {user_token[::-1]}, {sorted(rest)}"
        return agent(lambda text, _: finish(words))

    boss = template("boss", factory, leads=True, greeting="Hello")
    swarm = MAILSwarmTemplate("built", [boss], [], "boss")
    return await answer(swarm, instance_params={"user_token": "secret-of-alice"})


async def failing_agent() -> Any:
    async def broken(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
        raise ValueError("out of ideas")

    return await answer(solo("broken", broken))


async def breakpoint_round(name: str = "pausing") -> Any:
    swarm = pausing(name).instantiate()
    paused, _ = await swarm.post_message("Hello", task_id="pause")
    resumed, _ = await swarm.post_message(
        "",
        task_id="pause",
        resume_from="breakpoint_tool_call",
        breakpoint_tool_call_result={"content": "You may."},
    )
    again = await refusal(
        swarm.post_message(
            "", task_id="pause", resume_from="breakpoint_tool_call", breakpoint_tool_call_result="x"
        )
    )
    without = await refusal(swarm.post_message("", task_id="pause", resume_from="breakpoint_tool_call"))
    await swarm.shutdown()
    return {"paused": paused, "resumed": resumed, "again": again, "without": without}


async def leave_paused() -> Any:
    swarm = pausing("kept").instantiate(user_id="alice")
    paused, _ = await swarm.post_message("Hello", task_id="kept")
    await swarm.shutdown()
    return paused["message"]["routing_info"]


async def resume_kept(data_dir: str | None = None) -> Any:
    swarm = pausing("kept").instantiate(user_id="alice", data_dir=data_dir)
    response, _ = await swarm.post_message(
        "", task_id="kept", resume_from="breakpoint_tool_call", breakpoint_tool_call_result="At last."
    )
    await swarm.shutdown()
    return response["message"]["body"]


async def overridden() -> Any:
    async def real(arguments: dict[str, Any]) -> str:
        return "the real one"

    async def instead(asked: Any) -> str:
        return f"instead of {asked.tool_name} with {asked.tool_args}"

    actions = [MAILAction("look", "Looks.", TEXT, real)]
    swarm = pair("overridden", uses("look", text="up"), actions).instantiate()
    running = asyncio.create_task(swarm.run_continuous(action_override=instead))
    await asyncio.sleep(0.1)
    response, _ = await swarm.post_message("Hello")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    again, _ = await swarm.post_message("Hello")
    await swarm.shutdown()
    return [response["message"]["body"], again["message"]["body"]]


def instantiate_bad(what: str) -> Any:
    """Swarms that cannot run."""
    boss = template("boss", agent(lambda *_: finish("x")), leads=True)
    lost = template("lost", agent(lambda *_: finish("x")), ["nobody"])
    action = MAILAction("silent", "Does nothing.", TEXT, "")
    foreign = MAILAction("list", "Lists.", TEXT, "os:listdir")
    swarms = {
        "target": MAILSwarmTemplate("bad", [boss, lost], [], "boss"),
        "entrypoint": MAILSwarmTemplate("bad", [boss], [], "chief"),
        "finisher": MAILSwarmTemplate("bad", [template("boss", boss.factory)], [], "boss"),
        "silent": MAILSwarmTemplate("bad", [boss], [action], "boss"),
        "foreign": MAILSwarmTemplate("bad", [boss], [foreign], "boss"),
        "name": MAILSwarmTemplate("bad name", [boss], [], "boss"),
        "factory": MAILSwarmTemplate("bad", [template("boss", dict, leads=True, x=1)], [], "boss"),
        "user": MAILSwarmTemplate("bad", [boss], [], "boss"),
    }
    swarms[what].instantiate(user_id="" if what == "user" else "alice")


def other_folder(folder: str) -> Any:
    return asyncio.run(answer(solo("elsewhere"), data_dir=folder))
