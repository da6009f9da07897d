"""Knows how a Python function becomes an action: `@action` reads its signature and checks each call."""

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from mail.actions.definition import MAILAction
from mail.actions.errors import BadAction, BadActionArguments
from mail.tools.models import pydantic_model_to_tool

ATTRIBUTE = "mail_action"
Function = Callable[..., Any]


@overload
def action(function: Function, /) -> Function: ...


@overload
def action(
    *,
    name: str | None = None,
    description: str | None = None,
    model: type[BaseModel] | None = None,
    idempotent: bool = False,
    timeout: float | None = None,
) -> Callable[[Function], Function]: ...


def action(
    function: Function | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    model: type[BaseModel] | None = None,
    idempotent: bool = False,
    timeout: float | None = None,
) -> Any:
    """Make an action of an async or plain function. Called with keywords, which are checked first.

    The parameters come from the signature, or from `model` when one is given. `idempotent` tells the engine
    that the call may be repeated after a crash.
    """

    def decorate(target: Function) -> Function:
        arguments = model or _model_of(target)
        wrapped = _wrap(target, arguments)
        text = description or inspect.getdoc(target) or target.__name__
        tool = pydantic_model_to_tool(arguments, name or target.__name__, text)["function"]
        stated = MAILAction(tool["name"], text, tool["parameters"], wrapped, idempotent, timeout)
        setattr(wrapped, ATTRIBUTE, stated)
        return wrapped

    return decorate(function) if function is not None else decorate


def find_action(target: Any) -> MAILAction | None:
    """The action that a decorated function bears, or None."""
    found = getattr(target, ATTRIBUTE, None)
    return found if isinstance(found, MAILAction) else None


def _wrap(target: Function, model: type[BaseModel]) -> Function:
    signature = inspect.signature(target)

    def check(args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        given = signature.bind_partial(*args).arguments if args else {}
        return check_arguments(model, {**given, **kwargs})

    if inspect.iscoroutinefunction(target):

        @functools.wraps(target)
        async def run(*args: Any, **kwargs: Any) -> Any:
            return await target(**check(args, kwargs))

        return run

    @functools.wraps(target)
    def run_plain(*args: Any, **kwargs: Any) -> Any:
        return target(**check(args, kwargs))

    return run_plain


def check_arguments(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as the model reads them, or one sentence that names each fault."""
    try:
        checked = model.model_validate(given)
    except ValidationError as error:
        faults = [
            f"{'.'.join(map(str, fault['loc'])) or 'arguments'}: {fault['msg']}" for fault in error.errors()
        ]
        raise BadActionArguments(f"The arguments do not fit. {'; '.join(faults)}.") from error
    return {name: getattr(checked, name) for name in type(checked).model_fields}


def _model_of(target: Function) -> type[BaseModel]:
    hints = get_type_hints(target, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in inspect.signature(target).parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise BadAction(
                f"{target.__name__} cannot be an action: parameter {parameter.name} cannot be given by name."
            )
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hints.get(parameter.name, Any), default)
    configuration = ConfigDict(extra="forbid", arbitrary_types_allowed=False)
    model: type[BaseModel] = create_model(target.__name__, __config__=configuration, **fields)
    return model
