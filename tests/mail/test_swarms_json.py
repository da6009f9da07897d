"""swarms.json: what is read, what is refused, and the sentences people get."""

import copy
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mail.errors import MailError, TooLarge
from mail.swarms_json import LIMIT, BadSwarmsJson, check_swarm, parse_document
from mail.swarms_json.utils import (
    load_swarms_json_from_file,
    load_swarms_json_from_string,
    validate_swarm_from_swarms_json,
)


def swarm(**changes: Any) -> dict[str, Any]:
    document = {
        "name": "example",
        "version": "1.3.2",
        "entrypoint": "supervisor",
        "agents": [
            {
                "name": "supervisor",
                "factory": "python::mail.factories.supervisor:LiteLLMSupervisorFunction",
                "comm_targets": ["weather"],
                "enable_entrypoint": True,
                "can_complete_tasks": True,
                "agent_params": {
                    "llm": "demo/one",
                    "system": "python::mail.examples.supervisor.prompts:SYSPROMPT",
                },
            },
            {
                "name": "weather",
                "factory": "mail.examples.weather_dummy.agent:LiteLLMWeatherFunction",
                "comm_targets": ["supervisor"],
                "actions": ["get_weather_forecast"],
                "agent_params": {"llm": "demo/one"},
            },
        ],
        "actions": [
            {
                "name": "get_weather_forecast",
                "description": "Forecast",
                "parameters": {"type": "object", "properties": {"location": {"type": "string"}}},
                "function": "python::mail.examples.weather_dummy.actions:get_weather_forecast",
            }
        ],
    }
    return {**document, **changes}


def change(*path: Any, to: Any) -> dict[str, Any]:
    """The good definition with one place changed."""
    document = copy.deepcopy(swarm())
    target: Any = document
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = to
    return document


def found(document: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    return [(problem.severity, problem.sentence) for problem in check_swarm(document, **options)]


def the_only(document: dict[str, Any], **options: Any) -> tuple[tuple[str | int, ...], str, str]:
    problems = check_swarm(document, **options)
    assert len(problems) == 1, problems
    return problems[0].path, problems[0].severity, problems[0].sentence


def test_a_good_definition_has_no_problems_and_imports_nothing() -> None:
    before = set(sys.modules)
    assert parse_document(json.dumps([swarm()])) == [swarm()]
    assert check_swarm(swarm()) == []
    assert not {
        name for name in set(sys.modules) - before if name.startswith(("mail.factories", "mail.examples"))
    }


def test_a_single_object_and_unknown_fields_are_accepted() -> None:
    document = swarm(colour="blue")
    assert parse_document(json.dumps(document).encode()) == [document]
    assert check_swarm(document) == []


def test_optional_fields_may_be_null() -> None:
    assert check_swarm(swarm(keywords=None, budgets=None, task_message_limit=None, exclude_tools=None)) == []


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "not valid JSON"),
        ("[{]", "line 1, column 3"),
        ("5", "list of objects"),
        ("[5]", "list of objects"),
        ('[{"a": 1, "a": 2}]', "stands twice"),
        ('[{"a": NaN}]', "NaN"),
        ('[{"a": "\\u0000"}]', "NUL"),
        ('[{"\\ud800": 1}]', "surrogate"),
        ('[{"name": "a"}, {"name": "a"}]', "Two swarms"),
        (b"\xff\xfe[]", "UTF-8"),
        ("[" * 200 + "]" * 200, "nested"),
        ("[" * 100_000, "nested"),
        ('[{"a":' * 60 + "1" + "}]" * 60, "nested"),
        ("[" + "{}," * 100 + "{}]", "at most 100"),
        ('[{"a": 1' + "0" * 5000 + "}]", "not valid JSON"),
    ],
)
def test_texts_that_cannot_be_used_get_a_sentence(text: str, hint: str) -> None:
    with pytest.raises(BadSwarmsJson, match=hint):
        parse_document(text)


def test_ten_megabytes_are_refused_at_once() -> None:
    started = time.monotonic()
    with pytest.raises(TooLarge, match="5 MB"):
        parse_document(b"[" + b" " * 10_000_000 + b"]")
    assert time.monotonic() - started < 0.5
    assert LIMIT == 5_000_000


def test_a_byte_order_mark_does_no_harm() -> None:
    assert parse_document(b"\xef\xbb\xbf[]") == []


def test_a_thousand_agents_are_refused_in_one_sentence() -> None:
    agents = [{**swarm()["agents"][1], "name": f"a{number}"} for number in range(1000)]
    path, severity, sentence = the_only(swarm(agents=agents))
    assert (path, severity) == (("agents",), "error")
    assert "1000 agents" in sentence
    assert "at most 500" in sentence


@pytest.mark.parametrize(
    ("path", "value", "hint"),
    [
        (("name",), 5, "name must be a text, not a whole number"),
        (("name",), "", "name must not be empty"),
        (("name",), "two words", "no spaces"),
        (("name",), "a@b", "no `@`"),
        (("name",), "line\n", "no spaces"),
        (("version",), None, "version must be a text"),
        (("agents",), {}, "agents must be a list, not an object"),
        (("agents",), [], "agents needs at least 1 entry"),
        (("agents", 0), "x", "agents[0] must be an object, not a text"),
        (("agents", 1, "comm_targets"), "all", "agents[1].comm_targets must be a list, not a text"),
        (("agents", 1, "comm_targets"), [5], "agents[1].comm_targets[0] must be a text"),
        (("agents", 1, "agent_params"), [], "agents[1].agent_params must be an object, not a list"),
        (("agents", 1, "enable_interswarm"), "yes", "must be true or false, not a text"),
        (("agents", 1, "tool_format"), "xml", "must be one of completions, responses"),
        (("actions", 0, "name"), "get weather", "letters, digits"),
        (("actions", 0, "parameters"), "none", "must be an object"),
        (("actions", 0, "timeout"), 0, "must be more than 0"),
        (("task_message_limit",), 0, "must be at least 1"),
        (("task_message_limit",), True, "must be a whole number, not true or false"),
        (("budgets",), {"cost": -1}, "budgets.cost must be more than 0"),
    ],
)
def test_wrong_types_get_a_sentence_where_they_are(
    path: tuple[str | int, ...], value: Any, hint: str
) -> None:
    where, severity, sentence = the_only(change(*path, to=value))
    assert severity == "error"
    assert hint in sentence
    assert where[: len(path)] == path


def test_missing_fields_are_named() -> None:
    document = {"name": "x"}
    sentences = " ".join(sentence for _, sentence in found(document))
    for field in ("version", "entrypoint", "agents", "actions"):
        assert f"`{field}`" in sentences


@pytest.mark.parametrize("value", [None, 5, [], "x", {"agents": [None] * 60, "actions": 7, "name": {}}])
def test_anything_at_all_gets_errors_and_no_crash(value: Any) -> None:
    problems = check_swarm(value)
    assert 0 < len(problems) <= 50
    assert all(problem.severity == "error" for problem in problems)


@pytest.mark.parametrize(
    ("document", "where", "hint"),
    [
        (swarm(entrypoint="nobody"), ("entrypoint",), "not one of the agents"),
        (swarm(entrypoint="weather"), ("entrypoint",), "enable_entrypoint"),
        (change("agents", 0, "can_complete_tasks", to=False), ("agents",), "can complete tasks"),
        (swarm(actions=swarm()["actions"] * 2), ("actions", 1, "name"), "Two actions"),
        (change("agents", 1, "actions", to=["fly"]), ("agents", 1, "actions", 0), "unknown action 'fly'"),
        (
            change("actions", 0, "parameters", to={"type": "object", "properties": 5}),
            ("actions", 0, "parameters"),
            "not a valid JSON Schema",
        ),
        (change("actions", 0, "function", to=""), ("actions", 0, "function"), "breakpoint_tools"),
    ],
)
def test_a_definition_that_does_not_fit_together_is_an_error(document: Any, where: Any, hint: str) -> None:
    path, severity, sentence = the_only(document)
    assert (path, severity) == (where, "error")
    assert hint in sentence


def test_no_agent_is_named_all_and_no_two_share_a_name() -> None:
    agents = swarm()["agents"]
    sentences = str(found(swarm(agents=[*agents, {**agents[1], "name": "all"}, agents[1]])))
    assert "'all'" in sentences
    assert "Two agents are named 'weather'" in sentences


def test_an_action_may_not_hide_a_mail_tool() -> None:
    document = change("actions", 0, "name", to="send_request")
    assert any("MAIL tool" in sentence for _, sentence in found(document))


def test_a_breakpoint_tool_needs_no_function() -> None:
    document = change("actions", 0, "function", to=None)
    assert check_swarm({**document, "breakpoint_tools": ["get_weather_forecast"]}) == []


@pytest.mark.parametrize("target", ["nobody", "all", "@", "weather@beta", "a@b@c"])
def test_targets_that_cannot_be_reached_keep_a_swarm_from_running(target: Any) -> None:
    path, severity, _ = the_only(change("agents", 0, "comm_targets", to=[target]))
    assert (path, severity) == (("agents", 0, "comm_targets", 0), "not_runnable")


def remote_swarm() -> dict[str, Any]:
    document = change("agents", 0, "comm_targets", to=["analyst@beta", "weather@example"])
    document["enable_interswarm"] = document["agents"][0]["enable_interswarm"] = True
    return document


def test_with_interswarm_other_swarms_are_reachable() -> None:
    assert check_swarm(remote_swarm()) == []
    assert check_swarm(remote_swarm(), known_remote={"beta"}) == []
    assert the_only(remote_swarm(), known_remote={"gamma"})[1] == "warning"


def test_imported_actions_are_trusted_by_name_and_otherwise_warned_about() -> None:
    document = swarm(
        actions=[], action_imports=["python::mail.examples.weather_dummy.actions:get_weather_forecast"]
    )
    assert check_swarm(document) == []
    document["agents"][1]["actions"] = ["other"]
    assert the_only(document)[1] == "warning"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("agents", 0, "factory"), "os:system"),
        (("agents", 0, "factory"), "python::os:system"),
        (("agents", 0, "factory"), "url::https://example.org/x"),
        (("agents", 0, "factory"), "just words"),
        (("agents", 0, "factory"), "mailbox:Mailbox"),
        (("agents", 0, "factory"), "mail.references:__builtins__"),
        (("actions", 0, "function"), "python::subprocess:run"),
        (("agents", 0, "agent_params", "system"), "python::os:environ"),
        (("agents", 0, "agent_params", "system"), "python::broken"),
        (("agents", 0, "agent_params", "deep"), {"list": [{"x": "python::os:environ"}]}),
        (("agents", 0, "agent_params", "system"), "url::http://169.254.169.254/latest/meta-data"),
        (("agents", 0, "agent_params", "system"), "url::http://[::ffff:169.254.169.254]/"),
        (("agents", 0, "agent_params", "system"), "url::http://0x7f000001/"),
        (("agents", 0, "agent_params", "system"), "url::file:///etc/passwd"),
        (("agents", 0, "agent_params", "system"), "url::https://a:b@example.org/"),
    ],
)
def test_references_to_what_is_not_allowed_are_errors(path: tuple[str | int, ...], value: Any) -> None:
    where, severity, _ = the_only(change(*path, to=value), allowed_prefixes=("mail.",))
    assert severity == "error"
    assert where[: len(path)] == path


def test_action_imports_are_checked_too() -> None:
    assert the_only(swarm(action_imports=["python::os:system"]))[0] == ("action_imports", 0)


def test_further_prefixes_can_be_allowed() -> None:
    document = change("agents", 0, "factory", to="acme.agents:Factory")
    assert check_swarm(document, allowed_prefixes=("acme.",)) == []
    assert check_swarm(change("agents", 0, "factory", to="registered::mine")) == []


def test_a_forgotten_prefix_in_parameters_is_a_warning() -> None:
    document = change("agents", 0, "agent_params", "system", to="mail.examples.supervisor.prompts:SYSPROMPT")
    assert the_only(document)[1] == "warning"


@pytest.mark.parametrize("name", ["api_key", "apiKey", "user_token", "client_secret", "PASSWORD"])
def test_secrets_must_be_environment_references(name: str) -> None:
    document = change("agents", 0, "agent_params", "nested", to=[{name: "sk-very-secret"}])
    path, severity, sentence = the_only(document)
    assert (path[-1], severity) == (name, "error")
    assert "sk-very-secret" not in sentence
    assert check_swarm(document, allow_literal_secrets=True) == []


@pytest.mark.parametrize("value", ["${MY_KEY}", "", None, False])
def test_references_and_empty_secrets_are_fine(value: Any) -> None:
    assert check_swarm(change("agents", 0, "agent_params", "api_key", to=value)) == []


@pytest.mark.parametrize("value", ["${MY_KEY", "$MY_KEY", "sk-${MY_KEY}", 12345, ["x"], "${1}"])
def test_half_references_are_not_enough(value: Any) -> None:
    assert the_only(change("agents", 0, "agent_params", "api_key", to=value))[1] == "error"


def test_max_tokens_is_not_a_secret() -> None:
    assert check_swarm(change("agents", 0, "agent_params", "max_tokens", to=600)) == []


def test_wiring_inside_agent_params_keeps_a_swarm_from_running() -> None:
    document = change("agents", 0, "agent_params", "tool_format", to="completions")
    assert the_only(document)[1] == "not_runnable"


def test_a_flood_of_warnings_does_not_hide_an_error() -> None:
    document = swarm(exclude_tools=[f"tool{number}" for number in range(200)], entrypoint="nobody")
    problems = check_swarm(document)
    assert len(problems) == 50
    assert problems[0].path == ("entrypoint",)


def test_the_helpers_of_mail_1_load_and_validate(tmp_path: Path) -> None:
    file = tmp_path / "swarms.json"
    file.write_text(json.dumps([swarm()]))
    assert load_swarms_json_from_file(str(file)) == {"swarms": [swarm()]}
    assert load_swarms_json_from_string(file.read_text())["swarms"][0]["name"] == "example"
    validate_swarm_from_swarms_json(change("agents", 0, "comm_targets", to=["nobody"]))
    with pytest.raises(BadSwarmsJson, match="not one of the agents"):
        validate_swarm_from_swarms_json(swarm(entrypoint="nobody"))
    with pytest.raises(MailError, match="cannot be read"):
        load_swarms_json_from_file(str(tmp_path / "missing.json"))
