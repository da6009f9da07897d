"""The factory classes: which tools an agent gets, and what is refused before a model sees it."""

import subprocess
import sys
from typing import Any

import pytest
from pydantic import BaseModel

from mail.actions import MAILAction
from mail.errors import Invalid
from mail.factories import (
    LiteLLMActionAgentFunction,
    LiteLLMAgentFactory,
    LiteLLMAgentFunction,
    LiteLLMSupervisorFunction,
    MAILAgentFunction,
    base_agent_factory,
)
from mail.tools import get_tool_name


def names(agent: MAILAgentFunction) -> list[str]:
    return [get_tool_name(tool) for tool in agent.tools]


def test_a_supervisor_can_always_complete_tasks() -> None:
    agent = LiteLLMSupervisorFunction(
        name="s", comm_targets=["w"], llm="demo/assistant", can_complete_tasks=False
    )

    assert agent.can_complete_tasks
    assert {"task_complete", "send_interrupt", "send_broadcast"} <= set(names(agent))


def test_another_agent_completes_tasks_only_when_told_so() -> None:
    plain = LiteLLMAgentFunction(name="w", comm_targets=["s"], llm="demo/assistant")
    trusted = LiteLLMAgentFunction(
        name="w", comm_targets=["s"], llm="demo/assistant", can_complete_tasks=True
    )

    assert "task_complete" not in names(plain)
    assert "task_complete" in names(trusted)


def test_excluded_tools_are_left_out() -> None:
    agent = LiteLLMSupervisorFunction(
        name="s", llm="demo/assistant", exclude_tools=["help", "send_broadcast"]
    )

    assert not {"help", "send_broadcast"} & set(names(agent))


def test_actions_come_as_definitions_models_or_actions() -> None:
    class look_up(BaseModel):  # noqa: N801 - the model's name becomes the tool's
        """Look something up."""

        word: str

    action = MAILAction("measure", "Measure it", {"type": "object", "properties": {}}, "mail.x:y")

    agent = LiteLLMActionAgentFunction(name="w", tools=[look_up, action], llm="demo/assistant")

    assert names(agent)[:2] == ["look_up", "measure"]


@pytest.mark.parametrize(
    ("tool", "sentence"),
    [
        ({"name": "no spaces", "parameters": {"type": "object"}}, "must be 1 to 64 letters"),
        ({"name": "send_request", "parameters": {"type": "object"}}, "name of a MAIL tool"),
        ({"name": "odd", "parameters": {"type": "array"}}, "JSON Schema of type object"),
        ({"name": "odd", "parameters": {"type": "object", "properties": 5}}, "not a JSON Schema"),
    ],
)
def test_an_action_that_no_provider_takes_is_refused(tool: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        LiteLLMActionAgentFunction(name="w", tools=[{"type": "function", **tool}], llm="demo/assistant")


def test_an_action_given_twice_is_refused() -> None:
    tool = {"type": "function", "name": "look", "parameters": {"type": "object"}}

    with pytest.raises(Invalid, match="given twice"):
        LiteLLMActionAgentFunction(name="w", tools=[tool, tool], llm="demo/assistant")


def test_something_that_is_no_tool_is_refused() -> None:
    with pytest.raises(Invalid, match="not int"):
        LiteLLMAgentFunction(name="w", tools=[5], llm="demo/assistant")  # type: ignore[list-item]  # on purpose


def test_the_old_factory_function_still_works_and_says_it_is_old() -> None:
    with pytest.warns(DeprecationWarning, match="LiteLLMAgentFunction"):
        agent = base_agent_factory(name="w", llm="demo/assistant")

    assert isinstance(agent, LiteLLMAgentFactory)


def test_making_an_agent_does_not_load_litellm() -> None:
    program = (
        "import sys; from mail.factories import LiteLLMSupervisorFunction as F; import mail.examples\n"
        "F(name='s', comm_targets=['w'], llm='demo/assistant'); sys.exit('litellm' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
