"""Actions: their definition, the decorator, and the way to pydantic and back."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from mail.actions import BadAction, BadActionArguments, MAILAction, action, find_action
from mail.references import read_python_string

PARAMETERS = {
    "type": "object",
    "properties": {
        "expression": {"type": "string", "description": "What to evaluate"},
        "precision": {"type": "integer", "minimum": 0, "maximum": 12},
    },
    "required": ["expression"],
}


def calculate() -> Any:
    return MAILAction(
        "calculate", "Evaluates.", PARAMETERS, "python::mail.examples.math_dummy.actions:calculate"
    )


def test_an_action_is_a_tool_in_both_shapes() -> None:
    assert calculate().to_tool_dict("completions")["function"]["parameters"] == PARAMETERS
    assert calculate().to_tool_dict()["name"] == "calculate"


def test_an_action_is_read_from_its_entry() -> None:
    entry = {"name": "x", "description": "d", "parameters": {}, "function": "mail.a:b", "idempotent": True}
    found = MAILAction.from_swarm_json(json.dumps(entry))
    assert found == MAILAction("x", "d", {}, "mail.a:b", idempotent=True)
    assert MAILAction.from_swarm_json(entry) == found


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"name": "x"}', '{"name": 5, "description": "", "parameters": {}}']
)
def test_a_bad_entry_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadAction):
        MAILAction.from_swarm_json(text)


@pytest.mark.parametrize("name", ["", "two words", "x" * 65, "naïve"])
def test_names_that_providers_refuse_are_refused(name: str) -> None:
    with pytest.raises(BadAction, match="name"):
        MAILAction(name, "", {}, "")


@pytest.mark.parametrize(
    "parameters",
    [
        [],
        {"type": "string"},
        {"type": "object", "properties": 5},
        {"properties": {"a": {"$ref": "http://169.254.169.254/schema"}}},
        {"$id": "http://127.0.0.1/", "properties": {"a": {"items": [{"$ref": "other"}]}}},
        {"properties": {"a": {"$ref": "#/$defs/missing"}}},
    ],
)
def test_parameters_must_be_a_schema_of_an_object(parameters: Any) -> None:
    with pytest.raises(BadAction, match="parameters"):
        MAILAction("x", "", parameters, "")


def test_references_within_the_parameters_are_fine() -> None:
    parameters = {"$defs": {"city": {"type": "string"}}, "properties": {"a": {"$ref": "#/$defs/city"}}}
    assert MAILAction("x", "", parameters, "").parameters == parameters


class Question(BaseModel):
    """Ask."""

    text: str


def test_an_action_is_made_from_a_model() -> None:
    made = MAILAction.from_pydantic_model(Question, "mail.x:ask", name="ask")
    assert (made.name, made.description, made.function) == ("ask", "Ask.", "mail.x:ask")
    assert made.parameters["required"] == ["text"]


def test_the_model_of_an_action_checks_its_arguments() -> None:
    model = calculate().to_pydantic_model()
    assert model(expression="1+1", unknown=1).model_dump() == {"expression": "1+1", "precision": None}
    with pytest.raises(ValidationError):
        model(precision=2)
    with pytest.raises(ValidationError):
        model(expression="1", precision=13)


def test_the_model_for_tools_refuses_unknown_arguments() -> None:
    model = calculate().to_pydantic_model(for_tools=True)
    assert model.__doc__ == "Evaluates."
    with pytest.raises(ValidationError):
        model(expression="1", unknown=1)


def test_every_kind_of_schema_becomes_a_field() -> None:
    properties = {
        "_private": {"type": ["string", "null"]},
        "json": {"type": "integer"},
        "two words": {"type": "boolean"},
        "choice": {"enum": ["a", "b"]},
        "either": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "nested": {"type": "object", "properties": {"list": {"type": "array", "items": {"type": "number"}}}},
        "nothing": {"type": "null"},
        "anything": True,
    }
    model = MAILAction("x", "", {"type": "object", "properties": properties}, "").to_pydantic_model()
    given = {"_private": "p", "json": 1, "two words": True, "choice": "a", "either": None, "anything": [1]}
    given |= {"nested": {"list": [1.5]}, "nothing": None}
    assert model(**given).model_dump(by_alias=True) == given
    with pytest.raises(ValidationError):
        model(choice="c")


@action
async def add(first: int, second: int = 2) -> int:
    """Add two numbers."""
    return first + second


@action(name="shout", description="Louder.", idempotent=True, timeout=3)
def raise_voice(text: str) -> str:
    return text.upper()


async def test_a_decorated_function_is_an_action_and_still_a_function() -> None:
    stated = find_action(add)
    assert stated is not None
    assert (stated.name, stated.description) == ("add", "Add two numbers.")
    assert stated.parameters["required"] == ["first"]
    assert stated.function is add
    assert await add(first=1) == 3
    assert await add(1, second=4) == 5


def test_a_plain_function_stays_plain() -> None:
    stated = find_action(raise_voice)
    assert stated is not None
    assert (stated.name, stated.idempotent, stated.timeout) == ("shout", True, 3)
    assert raise_voice(text="hey") == "HEY"


async def test_wrong_arguments_of_a_decorated_function_get_one_sentence() -> None:
    with pytest.raises(BadActionArguments, match=r"first: .*; third: "):
        await add(first="many", third=1)


@action(model=Question)
def ask(text: str) -> str:
    return text


def test_a_model_can_stand_in_for_the_signature() -> None:
    with pytest.raises(BadActionArguments):
        ask(text=5)
    assert ask(text="why") == "why"


def test_a_function_without_names_cannot_be_an_action() -> None:
    with pytest.raises(BadAction, match="by name"):

        @action
        def everything(*things: str) -> None: ...


def test_an_ordinary_function_bears_no_action() -> None:
    assert find_action(read_python_string) is None


async def test_an_action_becomes_a_core_that_can_be_called() -> None:
    reference = "mail.examples.math_dummy.actions:calculate_expression"
    parameters = {"type": "object", "properties": {"expression": {"type": "string"}}}
    core = MAILAction("calculate", "Calculate.", parameters, reference).to_core()
    assert core.function is not None
    assert "42" in str(await core.function({"expression": "6*7"}))
