"""A swarm ready to run: what the engine reads instead of rows."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.exceptions import Unresolvable

from mail.actions import BadActionArguments
from mail.agents import AgentFunction

ActionFunction = Callable[[dict[str, Any]], Awaitable[Any]]


@dataclass(frozen=True)
class Budgets:
    """What one task may use; None means no limit."""

    tokens: int | None = None
    cost: Decimal | None = None
    seconds: float | None = None

    @property
    def is_limited(self) -> bool:
        """Whether model calls have to be counted against something before they are made."""
        return self.tokens is not None or self.cost is not None


@dataclass(frozen=True)
class CompiledAction:
    name: str
    description: str
    parameters: Mapping[str, Any]
    # None for a breakpoint tool that only a person answers.
    function: ActionFunction | None
    idempotent: bool
    timeout: float | None
    validator: Draft202012Validator = field(repr=False, compare=False)

    def check_arguments(self, arguments: Mapping[str, Any]) -> None:
        """Refuse arguments that do not fit the action's parameters, naming the first that does not."""
        try:
            faults = sorted(
                self.validator.iter_errors(dict(arguments)), key=lambda fault: list(map(str, fault.path))
            )
        except Unresolvable as error:
            raise BadActionArguments(
                f"the parameters of {self.name} refer to {error}, which is not there"
            ) from error
        if faults:
            where = ".".join(str(part) for part in faults[0].absolute_path)
            raise BadActionArguments(f"{self.name}: {f'{where}: ' if where else ''}{faults[0].message[:300]}")


def build_validator(parameters: Mapping[str, Any]) -> Draft202012Validator:
    """Built once per action. The empty registry keeps a `$ref` from fetching anything."""
    return Draft202012Validator(dict(parameters), registry=Registry())


@dataclass(frozen=True)
class CompiledAgent:
    name: str
    comm_targets: tuple[str, ...]
    actions: Mapping[str, CompiledAction]
    enable_entrypoint: bool
    can_complete_tasks: bool
    enable_interswarm: bool
    tool_format: str
    exclude_tools: tuple[str, ...]
    function: AgentFunction
    model: str
    # The names of the MAIL tools it has; any other tool of its is an action.
    mail_tools: frozenset[str]


@dataclass(frozen=True)
class CompiledSwarm:
    name: str
    version_id: int
    entrypoint: str
    agents: Mapping[str, CompiledAgent]
    actions: Mapping[str, CompiledAction]
    breakpoint_tools: frozenset[str]
    exclude_tools: tuple[str, ...]
    task_message_limit: int
    enable_interswarm: bool
    budgets: Budgets
