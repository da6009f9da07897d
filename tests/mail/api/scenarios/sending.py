"""Messages, streams and tasks."""

import asyncio
from typing import Any

from mail import MAILMessage, MAILSwarm
from mail.api import MAILRuntime
from mail.compose import create_request
from mail.core import ActionCore, AgentCore
from tests.mail.api.agents import agent, call, finish
from tests.mail.api.scenarios.swarms import TEXT, refusal, solo


def request(task_id: str) -> MAILMessage:
    return create_request(
        task_id=task_id,
        sender={"address_type": "user", "address": "alice"},
        recipient="supervisor",
        subject="s",
        body="b",
    )


async def wait_for_pending(swarm: MAILSwarm) -> list[str]:
    for _ in range(500):
        if swarm.get_pending_requests():
            break
        await asyncio.sleep(0.01)
    return list(swarm.get_pending_requests())


async def streams() -> Any:
    swarm = solo("streaming").instantiate()
    stream = await swarm.post_message_stream("Hello", task_id="awaited")
    awaited = [(event.id, event.event, event.data["task_id"]) async for event in stream]
    direct = [event.event async for event in swarm.post_message_stream("Hello", task_id="direct")]
    second = [event.id async for event in swarm.post_message_stream("Again", task_id="awaited")]
    await swarm.shutdown()
    return {"awaited": awaited, "direct": direct, "second": second, "task_id": stream.task_id}


async def another_swarms_task() -> Any:
    one, other = solo("one").instantiate(), solo("other").instantiate()
    await one.post_message("Hello", task_id="taken")
    sentence = await refusal(other.post_message("Hello", task_id="taken"))
    await one.shutdown()
    await other.shutdown()
    return sentence


async def second_round() -> Any:
    swarm = solo("rounds", agent(lambda _, messages: finish(f"{len(messages)} entries"))).instantiate()
    first, _ = await swarm.post_message("One", task_id="talk")
    second, events = await swarm.post_message("Two", task_id="talk", show_events=True)
    task = swarm.get_task_by_id("talk")
    assert task is not None
    await swarm.shutdown()
    return {
        "bodies": [first["message"]["body"], second["message"]["body"]],
        "ids": [event.id for event in events],
        "task": [task.title, task.status, task.completed, task.is_running, task.task_owner],
    }


async def patience() -> Any:
    release = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def slow(messages: list[dict[str, Any]], tool_choice: Any = "required") -> Any:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(release.wait(), loop))
        return finish("at last")

    swarm = solo("slow", slow).instantiate()
    impatient = await refusal(swarm.post_message("Hello", task_id="slow", timeout=0.2))
    patient = asyncio.create_task(swarm.post_message("Are you there?", task_id="slow", timeout=20))
    pending = await wait_for_pending(swarm)
    stream = swarm.post_message_stream("And now?", task_id="slow", timeout=0.2)
    streamed = await refusal(read_all(stream))
    release.set()
    response, _ = await patient
    left = list(swarm.get_pending_requests())
    await swarm.shutdown()
    return {
        "impatient": impatient,
        "streamed": streamed,
        "pending": pending,
        "left": left,
        "body": response["message"]["body"],
    }


async def read_all(stream: Any) -> None:
    async for _ in stream:
        pass


async def whole_messages() -> Any:
    swarm = solo("letters", agent(lambda text, _: finish(text))).instantiate()
    message = swarm.build_message("Subject", "Body", ["boss"])
    response, _ = await swarm.submit_message(message)
    stranger = swarm.build_message("Subject", "Body", ["nobody"])
    sentences = [
        await refusal(swarm.submit_message(stranger)),
        await refusal(swarm.submit_message({"id": "x"})),  # type: ignore[typeddict-item]  # what is tested
        await refusal(swarm.post_message("")),
        await refusal(swarm.post_message("Hello", task_id="\n")),
        await refusal(swarm.post_message("Hello", max_steps=0)),
        await refusal(swarm.post_message("Hello", resume_from="nowhere")),
        await refusal(swarm.post_message("Hello", resume_from="user_response", task_id="never")),
        await refusal(swarm.start_interswarm()),
    ]
    await swarm.shutdown()
    return {"body": response["message"]["body"], "sentences": sentences}


async def runtime() -> Any:
    async def twice(arguments: dict[str, Any]) -> str:
        return str(arguments["text"]) * 2

    double = ActionCore("double", TEXT, twice)

    def lead(text: str, messages: list[dict[str, Any]]) -> Any:
        return finish(text) if messages[-1].get("type") else call("double", text="ha")

    core = AgentCore(agent(lead), [], {"double": double}, enable_entrypoint=True, can_complete_tasks=True)
    runtime = MAILRuntime({"supervisor": core}, {"double": double}, user_id="alice", swarm_name="bare")
    ticket = await runtime.submit(request("ran"))
    answered = await runtime.run()
    nothing = await refusal(runtime.run())
    waited = await runtime.submit_and_wait(request("waited"))
    events = [event.event for event in runtime.get_events_by_task_id("ran")]
    seen = {task: len(events) for task, events in runtime.events.items()}
    await runtime.shutdown()
    return {
        "ticket": [ticket.task_id, ticket.round],
        "bodies": [answered["message"]["body"], waited["message"]["body"]],
        "events": events,
        "seen": sorted(seen),
        "queue": [task for task, _ in runtime.response_queue],
        "nothing": nothing,
    }
