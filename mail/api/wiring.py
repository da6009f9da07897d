"""Knows who may write to whom: the check of one agent, the adjacency matrix, and parts of a swarm."""

from collections.abc import Sequence
from typing import Any, Protocol

from mail.actions import MAILAction
from mail.addresses import is_interswarm_address
from mail.api.errors import BadSwarm

TOOL_FORMATS = ("completions", "responses")


class Wired(Protocol):
    """An agent or the template of one."""

    name: str
    comm_targets: list[str]
    enable_entrypoint: bool
    can_complete_tasks: bool

    def write_to(self, targets: list[str]) -> None: ...


def check_agent(agent: Any) -> None:
    """Refuse what is not the description of an agent, in one sentence."""
    name = agent.name
    if not isinstance(name, str) or not name:
        raise BadSwarm("An agent needs a name, as a text that is not empty.")
    if not _is_list_of(agent.comm_targets, str):
        raise BadSwarm(f"The comm_targets of agent {name!r} must be a list of names.")
    if not _is_list_of(agent.actions, MAILAction):
        raise BadSwarm(f"The actions of agent {name!r} must be a list of MAILAction.")
    if not isinstance(agent.agent_params, dict):
        raise BadSwarm(f"The agent_params of agent {name!r} must be a dictionary.")
    if agent.tool_format not in TOOL_FORMATS:
        raise BadSwarm(f"The tool_format of agent {name!r} must be {' or '.join(TOOL_FORMATS)}.")
    if not (isinstance(agent.factory, str) and agent.factory) and not callable(agent.factory):
        raise BadSwarm(f"The factory of agent {name!r} must be a reference such as a.b:c, or a callable.")


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def build_adjacency_matrix(agents: Sequence[Wired]) -> tuple[list[list[int]], list[str]]:
    """Row by row, whether an agent may write to each of the others, and the names in that order."""
    names = [agent.name for agent in agents]
    return [[int(name in agent.comm_targets) for name in names] for agent in agents], names


def apply_adjacency_matrix(agents: Sequence[Wired], matrix: Sequence[Sequence[int]]) -> None:
    """Set who may write to whom. Addresses in other swarms, which a matrix cannot show, stay."""
    size = len(agents)
    if len(matrix) != size or any(len(row) != size for row in matrix):
        raise BadSwarm(f"The matrix needs {size} rows of {size} numbers, one for each agent.")
    if any(cell not in (0, 1) for row in matrix for cell in row):
        raise BadSwarm("The matrix may hold only 0 and 1.")
    names = [agent.name for agent in agents]
    for agent, row in zip(agents, matrix, strict=True):
        remote = [target for target in agent.comm_targets if is_interswarm_address(target)]
        agent.write_to([name for name, cell in zip(names, row, strict=True) if cell] + remote)


def keep_targets(targets: Sequence[str], names: Sequence[str]) -> list[str]:
    """Those who are among the names, and those in other swarms."""
    return [target for target in targets if target in names or is_interswarm_address(target)]


def choose_entrypoint(agents: Sequence[Wired], asked: str | None, usual: str) -> str:
    """The entrypoint of a part of a swarm: the one asked for, else the usual one, else the first there is."""
    names = [agent.name for agent in agents]
    if asked is not None:
        if asked not in names:
            raise BadSwarm(f"The entrypoint {asked!r} is not one of {', '.join(names)}.")
        return asked
    possible = [agent.name for agent in agents if agent.enable_entrypoint]
    if not possible:
        raise BadSwarm(
            f"None of {', '.join(names)} is an entrypoint: include one, or name one with `entrypoint`."
        )
    return usual if usual in possible else possible[0]


def check_part(agents: Sequence[Wired], names: Sequence[str]) -> None:
    """Refuse a part of a swarm that could not work."""
    known = [agent.name for agent in agents]
    if not names:
        raise BadSwarm("A part of a swarm needs at least one agent.")
    if missing := [name for name in names if name not in known]:
        raise BadSwarm(f"There is no agent {', '.join(missing)}: the swarm has {', '.join(known)}.")
    if not any(agent.can_complete_tasks for agent in agents if agent.name in names):
        raise BadSwarm(f"None of {', '.join(names)} can complete tasks: include one that can.")
