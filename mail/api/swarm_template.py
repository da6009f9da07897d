"""Knows how a swarm is described before it runs: in code, or as an entry of swarms.json."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mail.actions import MAILAction
from mail.api.agent_template import MAILAgentTemplate
from mail.api.definition import SwarmRules
from mail.api.errors import BadSwarm
from mail.api.part import take_part
from mail.api.read_json import find_swarm, read_actions, read_rules, read_swarm
from mail.api.wiring import apply_adjacency_matrix, build_adjacency_matrix

if TYPE_CHECKING:
    from mail.api.swarm import MAILSwarm


@dataclass
class MAILSwarmTemplate:
    """Everything a swarm is made from; `instantiate` makes one that runs."""

    name: str
    agents: list[MAILAgentTemplate]
    actions: list[MAILAction]
    entrypoint: str
    enable_interswarm: bool = False
    rules: SwarmRules = field(default_factory=SwarmRules, kw_only=True)

    def __post_init__(self) -> None:
        self._validate()

    @classmethod
    def from_swarm_json(cls, json_str: str | Mapping[str, Any]) -> Self:
        """The template of one swarm of swarms.json, as text or already parsed."""
        entry = read_swarm(json_str)
        actions = read_actions(entry)
        known = {action.name: action for action in actions}
        return cls(
            name=entry["name"],
            agents=[MAILAgentTemplate.from_swarm_json(agent, known) for agent in entry["agents"]],
            actions=actions,
            entrypoint=entry["entrypoint"],
            enable_interswarm=bool(entry.get("enable_interswarm")),
            rules=read_rules(entry),
        )

    @classmethod
    def from_swarm_json_file(cls, swarm_name: str, json_filepath: str | Path = "swarms.json") -> Self:
        """The template of the swarm of that name in a file."""
        return cls.from_swarm_json(find_swarm(swarm_name, json_filepath))

    def instantiate(
        self,
        instance_params: Mapping[str, Any] | None = None,
        user_id: str = "default_user",
        base_url: str | None = None,
        registry_file: str | None = None,
        *,
        data_dir: str | Path | None = None,
    ) -> "MAILSwarm":
        """A running swarm for one user. The first one in a process starts the engine.

        `data_dir` keeps the engine's database in a folder, or a file of that name; without it everything
        is forgotten when the process ends. `base_url` and `registry_file` matter to servers only.
        """
        from mail.api.swarm import MAILSwarm

        agents = [self._wire(agent).instantiate(instance_params) for agent in self.agents]
        swarm = MAILSwarm(
            self.name,
            agents,
            self.actions,
            self.entrypoint,
            user_id,
            enable_interswarm=self.enable_interswarm,
            rules=self.rules,
            data_dir=data_dir,
        )
        return swarm.start()

    def _wire(self, agent: MAILAgentTemplate) -> MAILAgentTemplate:
        """The agent with what the swarm says about all of them."""
        return replace(
            agent,
            enable_interswarm=agent.enable_interswarm and self.enable_interswarm,
            exclude_tools=list(dict.fromkeys([*agent.exclude_tools, *self.rules.exclude_tools])),
        )

    def get_subswarm(
        self, names: Sequence[str], name_suffix: str, entrypoint: str | None = None
    ) -> "MAILSwarmTemplate":
        """A smaller template with these agents, named `<name>-<suffix>`."""
        return take_part(self, names, name_suffix, entrypoint)

    def update_from_adjacency_matrix(self, adj: Sequence[Sequence[int]]) -> None:
        """Set who may write to whom."""
        apply_adjacency_matrix(self.agents, adj)

    def _build_adjacency_matrix(self) -> tuple[list[list[int]], list[str]]:
        return build_adjacency_matrix(self.agents)

    def _validate(self) -> None:
        """Shape only: whether the parts fit together is judged when the swarm is instantiated."""
        if not isinstance(self.name, str) or not self.name:
            raise BadSwarm("A swarm needs a name, as a text that is not empty.")
        if not self.agents or not all(isinstance(agent, MAILAgentTemplate) for agent in self.agents):
            raise BadSwarm(f"The agents of swarm {self.name!r} must be a list of MAILAgentTemplate.")
        if not all(isinstance(action, MAILAction) for action in self.actions):
            raise BadSwarm(f"The actions of swarm {self.name!r} must be a list of MAILAction.")
        names = [agent.name for agent in self.agents]
        if len(set(names)) < len(names):
            raise BadSwarm(f"Two agents of swarm {self.name!r} have the same name.")
