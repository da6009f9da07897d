"""Swarms and agents before they run: no engine and no server code is needed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mail import MAILAction, MAILAgent, MAILAgentTemplate, MAILSwarmTemplate
from mail.api import BadSwarm
from mail.errors import MailError
from tests.mail.api.agents import agent, finish, template
from tests.mail.api.conftest import environment

ROOT = Path(__file__).parents[3]
NOTHING: dict[str, Any] = {"type": "object", "properties": {}}


def build(*names: str, **wiring: list[str]) -> MAILSwarmTemplate:
    agents = [
        template(name, agent(lambda *_: finish("x")), wiring.get(name, []), leads=place == 0)
        for place, name in enumerate(names)
    ]
    return MAILSwarmTemplate("team", agents, [], names[0])


def test_a_swarm_of_a_file_becomes_a_template() -> None:
    swarm = MAILSwarmTemplate.from_swarm_json_file("example-no-proxy", str(ROOT / "swarms.json"))
    assert swarm.entrypoint == "supervisor"
    weather = next(each for each in swarm.agents if each.name == "weather")
    assert [action.name for action in weather.actions] == ["get_weather_forecast"]
    assert weather.tool_format == "completions"


def test_a_swarm_becomes_a_template_from_its_text() -> None:
    document = json.loads((ROOT / "swarms.json").read_text())[0]
    document |= {"breakpoint_tools": ["get_weather_forecast"], "task_message_limit": 4}
    swarm = MAILSwarmTemplate.from_swarm_json(json.dumps(document))
    assert swarm.rules.breakpoint_tools == ("get_weather_forecast",)
    assert swarm.rules.task_message_limit == 4
    assert MAILSwarmTemplate.from_swarm_json(document) == swarm


def test_an_agent_becomes_a_template_from_its_text() -> None:
    entry = {
        "name": "clerk",
        "factory": "mail.factories:LiteLLMAgentFunction",
        "comm_targets": ["boss"],
        "actions": ["look"],
        "agent_params": {
            "llm": "demo/assistant",
            "system": "python::mail.examples.supervisor.prompts:SYSPROMPT",
        },
    }
    look = MAILAction("look", "Looks.", NOTHING, "")
    clerk = MAILAgentTemplate.from_swarm_json(json.dumps(entry), {"look": look}).instantiate(
        {"max_tokens": 5}
    )
    assert clerk.actions == [look]
    assert clerk.agent_params["system"].startswith("You are")
    assert clerk.agent_params["max_tokens"] == 5
    with pytest.raises(BadSwarm, match="uses look: pass these actions in actions_by_name"):
        MAILAgentTemplate.from_swarm_json(entry)


@pytest.mark.parametrize("name", ["supervisor", "weather", "math", "consultant", "analyst"])
def test_every_example_can_be_instantiated(name: str) -> None:
    example = MAILAgentTemplate.from_example(name, comm_targets=["other"])
    assert example.enable_entrypoint == example.can_complete_tasks == (name == "supervisor")
    assert isinstance(example.instantiate({}), MAILAgent)


async def test_an_agent_can_be_asked_directly() -> None:
    clerk = template("clerk", agent(lambda text, _: finish(text))).instantiate({})
    text, calls = await clerk([{"role": "user", "content": "Hello"}])
    assert (text, calls[0].tool_name, calls[0].tool_args) == (
        None,
        "task_complete",
        {"finish_message": "Hello"},
    )


def test_cores_carry_what_a_runtime_needs() -> None:
    look = MAILAction("look", "Looks.", NOTHING, lambda arguments: "seen", idempotent=True)
    core = (
        template("clerk", agent(lambda *_: finish("x")), ["boss"], [look], llm="demo/one")
        .instantiate({})
        .to_core()
    )
    assert core.comm_targets == ("boss",)
    assert core.actions["look"].idempotent is True
    assert core.model == "demo/one"


def test_the_matrix_shows_and_sets_who_writes_to_whom() -> None:
    swarm = build("a", "b", "c", a=["b", "c"], b=["a"])
    matrix, names = swarm._build_adjacency_matrix()
    assert (matrix, names) == ([[0, 1, 1], [1, 0, 0], [0, 0, 0]], ["a", "b", "c"])
    swarm.update_from_adjacency_matrix([[0, 0, 1], [0, 0, 0], [1, 1, 0]])
    assert [each.comm_targets for each in swarm.agents] == [["c"], [], ["a", "b"]]


def test_the_matrix_keeps_addresses_in_other_swarms() -> None:
    swarm = build("a", "b", a=["b", "far@away"])
    swarm.update_from_adjacency_matrix([[0, 0], [1, 0]])
    assert swarm.agents[0].comm_targets == ["far@away"]


@pytest.mark.parametrize("matrix", [[], [[0, 1]], [[0], [1]], [[0, 1, 0], [1, 0, 0]], [[0, 2], [1, 0]]])
def test_a_matrix_of_another_shape_changes_nothing(matrix: list[list[int]]) -> None:
    swarm = build("a", "b", a=["b"])
    with pytest.raises(BadSwarm, match="The matrix"):
        swarm.update_from_adjacency_matrix(matrix)
    assert swarm.agents[0].comm_targets == ["b"]


def test_a_part_keeps_only_what_belongs_to_it() -> None:
    look, hear = (MAILAction(name, name, NOTHING, "") for name in ("look", "hear"))
    swarm = build("boss", "left", "right", boss=["left", "right"], left=["right", "boss"])
    swarm.agents[1].actions, swarm.agents[2].actions = [look], [hear]
    swarm.actions = [look, hear]
    part = swarm.get_subswarm(["boss", "left"], "half")
    assert (part.name, part.entrypoint, part.actions) == ("team-half", "boss", [look])
    assert [each.comm_targets for each in part.agents] == [["left"], ["boss"]]
    assert swarm.agents[0].comm_targets == ["left", "right"], "the whole is not changed"


def test_a_part_can_have_another_entrypoint() -> None:
    part = build("boss", "left").get_subswarm(["boss", "left"], "other", entrypoint="left")
    assert part.entrypoint == "left"
    assert part.agents[1].enable_entrypoint is True


@pytest.mark.parametrize(
    ("names", "entrypoint", "sentence"),
    [
        ([], None, "at least one agent"),
        (["boss", "ghost"], None, "There is no agent ghost: the swarm has boss, left."),
        (["left"], None, "None of left can complete tasks: include one that can."),
        (["boss"], "left", "The entrypoint 'left' is not one of boss."),
    ],
)
def test_a_part_that_could_not_work_is_refused(
    names: list[str], entrypoint: str | None, sentence: str
) -> None:
    with pytest.raises(BadSwarm) as refused:
        build("boss", "left").get_subswarm(names, "x", entrypoint)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "An agent needs a name"),
        ({"comm_targets": "boss"}, "The comm_targets of agent 'a' must be a list of names."),
        ({"actions": ["look"]}, "The actions of agent 'a' must be a list of MAILAction."),
        ({"agent_params": None}, "The agent_params of agent 'a' must be a dictionary."),
        ({"tool_format": "xml"}, "must be completions or responses"),
        ({"factory": 7}, "must be a reference such as a.b:c, or a callable"),
    ],
)
def test_an_agent_that_is_none_is_refused(fields: dict[str, Any], sentence: str) -> None:
    good: dict[str, Any] = {
        "name": "a",
        "factory": "a.b:c",
        "comm_targets": [],
        "actions": [],
        "agent_params": {},
    }
    with pytest.raises(BadSwarm) as refused:
        MAILAgentTemplate(**{**good, **fields})
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "The text is not valid JSON"),
        ("[]", "There are 0 swarms in the text"),
        ("{}", "The swarm lacks `name`"),
    ],
)
def test_text_that_is_no_swarm_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(MailError) as refused:
        MAILSwarmTemplate.from_swarm_json(text)
    assert sentence in str(refused.value)


def test_an_unknown_swarm_or_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadSwarm, match="has no swarm named 'nothing': it has example-no-proxy"):
        MAILSwarmTemplate.from_swarm_json_file("nothing", ROOT / "swarms.json")
    with pytest.raises(MailError, match="cannot be read"):
        MAILSwarmTemplate.from_swarm_json_file("nothing", tmp_path / "missing.json")


def test_a_factory_outside_the_allowed_modules_is_not_imported() -> None:
    with pytest.raises(MailError, match="Add others with MAIL_PYTHON_PREFIXES"):
        template("a", "os.path:join").instantiate({})


def test_templates_need_no_server_code() -> None:
    program = (
        "import sys, mail.api, mail.core.runtime\n"
        "print([name for name in ('django', 'celery', 'litellm') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
