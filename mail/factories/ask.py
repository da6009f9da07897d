"""One question to a model, from history to reply; the connection closes when the caller is cancelled."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from mail.agents import AgentReply, BadModelAnswer, ModelError, ToolChoice
from mail.factories import read_completion, read_responses
from mail.factories.answer import Answer
from mail.factories.failures import as_model_error
from mail.factories.litellm_gate import get_litellm
from mail.factories.request import Entry, RequestPlan
from mail.factories.stream import collect_completion, collect_response
from mail.factories.tool_choice import forces_a_call
from mail.tools import Style

# Anthropic pauses long turns of its own tools; each pause costs a call, so their number is bounded.
MAXIMUM_PAUSES = 8


@dataclass(frozen=True, slots=True)
class Interface:
    """What differs between the two model interfaces: the LiteLLM function, its stream, its reader."""

    function: str
    collect: Callable[[Any, Any], Awaitable[Any]]
    read: Callable[[Any, str], Answer]


INTERFACES: dict[Style, Interface] = {
    "completions": Interface("acompletion", collect_completion, read_completion.read),
    "responses": Interface("aresponses", collect_response, read_responses.read),
}


async def ask(plan: RequestPlan, entries: list[Entry], tool_choice: ToolChoice) -> AgentReply:
    """Ask, continue paused turns, and check that the answer is whole."""
    answer = await _ask_once(plan, entries, tool_choice)
    for _ in range(MAXIMUM_PAUSES):
        if not answer.paused:
            break
        answer += await _ask_once(plan, [*entries, *answer.entries], tool_choice)
    _check_whole(answer, plan, tool_choice)
    return answer.reply()


async def _ask_once(plan: RequestPlan, entries: list[Entry], tool_choice: ToolChoice) -> Answer:
    interface = INTERFACES[plan.style]
    request = plan.request(entries, tool_choice)
    litellm = get_litellm()
    try:
        response = await getattr(litellm, interface.function)(**request)
        if plan.stream:
            response = await interface.collect(litellm, response)
    except ModelError:
        raise
    except Exception as error:
        raise as_model_error(error, request["model"], request.get("api_key")) from error
    return interface.read(response, plan.model)


def _check_whole(answer: Answer, plan: RequestPlan, tool_choice: ToolChoice) -> None:
    # What a cut-off answer had begun to call must never run: its arguments are not what the model meant.
    if answer.cut_off and (answer.calls or answer.has_broken_call or forces_a_call(tool_choice)):
        raise BadModelAnswer(
            f"The answer of model {plan.model} was cut off at its length limit: raise max_tokens."
        )
    if answer.has_broken_call:
        raise BadModelAnswer(
            f"Model {plan.model} called {answer.broken_call!r} with arguments that are not a JSON object."
        )
