"""Swarms side by side, in parts, rewired, shut down."""

import asyncio
from typing import Any

from mail import MAILSwarmTemplate
from tests.mail.api.agents import agent, ask, finish, respond, template
from tests.mail.api.scenarios.swarms import answer, refusal, solo


async def two_at_once() -> Any:
    """Two users' swarms of one name, each with its own function."""
    together = asyncio.Barrier(2)

    def meeting(words: str) -> Any:
        async def function(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
            await together.wait()
            return finish(words)

        return function

    swarms = [
        solo("twin", meeting(words)).instantiate(user_id=user)
        for user, words in (("alice", "A"), ("bob", "B"))
    ]
    answers = await asyncio.gather(*(swarm.post_message("Hello", task_id="same") for swarm in swarms))
    tasks = [list(swarm.get_all_tasks()) for swarm in swarms]
    await asyncio.gather(*(swarm.shutdown() for swarm in swarms))
    return {"bodies": [message["message"]["body"] for message, _ in answers], "tasks": tasks}


async def shut_down_while_running() -> Any:
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def endless(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
        loop.call_soon_threadsafe(begun.set)
        await asyncio.sleep(60)

    swarm = solo("endless", endless).instantiate()
    waiting = asyncio.create_task(swarm.post_message("Hello"))
    loop_run = asyncio.create_task(swarm.run_continuous())
    await begun.wait()
    await swarm.shutdown()
    await swarm.shutdown()
    await loop_run
    response, _ = await waiting
    events = [event.event for event in swarm.get_events(response["message"]["task_id"])]
    return {"response": response, "events": events, "later": await refusal(swarm.post_message("Hello"))}


async def part() -> Any:
    def lead(text: str, _: Any) -> Any:
        return finish("alone")

    agents = [
        template("boss", agent(lead), ["left", "right"], leads=True),
        template("left", agent(lambda *_: respond("boss", "left")), ["boss", "right"]),
        template("right", agent(lambda *_: respond("boss", "right")), ["boss", "left"]),
    ]
    whole = MAILSwarmTemplate("whole", agents, [], "boss").instantiate()
    smaller = whole.get_subswarm(["boss", "left"], "half")
    response = await answer(smaller)
    await whole.shutdown()
    return {
        "name": smaller.name,
        "targets": {each.name: each.comm_targets for each in smaller.agents},
        "body": response["response"]["message"]["body"],
        "swarm": response["response"]["message"]["sender_swarm"],
    }


async def rewired() -> Any:
    """The boss may write to the worker only once the matrix says so."""

    def lead(text: str, messages: list[dict[str, Any]]) -> Any:
        sender = text.partition("</from>")[0]
        if messages[-1].get("type") or "system" in sender:
            return finish("not allowed")
        return finish("allowed") if "worker" in sender else ask("worker", "go")

    agents = [
        template("boss", agent(lead), [], leads=True),
        template("worker", agent(lambda *_: respond("boss", "fine")), ["boss"]),
    ]
    swarm = MAILSwarmTemplate("rewired", agents, [], "boss").instantiate()
    before, _ = await swarm.post_message("Hello")
    swarm.update_from_adjacency_matrix([[0, 1], [1, 0]])
    after, _ = await swarm.post_message("Hello")
    await swarm.shutdown()
    return [before["message"]["body"], after["message"]["body"], swarm._build_adjacency_matrix()]


def without_a_loop() -> Any:
    """Instantiated in plain code, used from two event loops one after the other."""
    swarm = solo("loops").instantiate()
    bodies = [asyncio.run(swarm.post_message("Hello"))[0]["message"]["body"] for _ in range(2)]
    asyncio.run(swarm.shutdown())
    return bodies
