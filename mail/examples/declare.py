"""How the examples declare an action that can be called both ways: with one dictionary, or with keywords."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from inspect import getdoc
from typing import Any, TypeVar

from pydantic import BaseModel

from mail.actions import MAILAction, check_arguments
from mail.actions.decorator import ATTRIBUTE

Arguments = TypeVar("Arguments", bound=BaseModel)
ActionFunction = Callable[..., Awaitable[str]]


def declare_action(
    model: type[Arguments],
) -> Callable[[Callable[[Arguments], Awaitable[str]]], ActionFunction]:
    """Check the arguments with the model; the function also bears its MAILAction, for `action_imports`."""

    def declare(function: Callable[[Arguments], Awaitable[str]]) -> ActionFunction:
        @wraps(function)
        async def run(args: Mapping[str, Any] | None = None, /, **named: Any) -> str:
            return await function(model(**check_arguments(model, {**(args or {}), **named})))

        stated = MAILAction.from_pydantic_model(model, run, function.__name__, getdoc(function))
        # They only compute, so a repeated call after a crash does no harm.
        setattr(
            run,
            ATTRIBUTE,
            MAILAction(stated.name, stated.description, stated.parameters, run, idempotent=True),
        )
        return run

    return declare
