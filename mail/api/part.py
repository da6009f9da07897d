"""Knows how some agents of a swarm become a swarm of their own."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mail.api.wiring import check_part, choose_entrypoint

if TYPE_CHECKING:
    from mail.api.swarm_template import MAILSwarmTemplate


def take_part(
    whole: "MAILSwarmTemplate", names: Sequence[str], name_suffix: str, entrypoint: str | None
) -> "MAILSwarmTemplate":
    """The named agents, who can write only to each other, with the actions that they use."""
    check_part(whole.agents, names)
    agents = [agent._to_template(names) for agent in whole.agents if agent.name in names]
    chosen = choose_entrypoint(agents, entrypoint, whole.entrypoint)
    used = {action.name for agent in agents for action in agent.actions}
    return replace(
        whole,
        name=f"{whole.name}-{name_suffix}",
        agents=[
            replace(agent, enable_entrypoint=agent.enable_entrypoint or agent.name == chosen)
            for agent in agents
        ],
        actions=[action for action in whole.actions if action.name in used],
        entrypoint=chosen,
    )
