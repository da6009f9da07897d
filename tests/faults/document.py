"""The swarm under test: a supervisor and a worker, both with actions, asking the scripted model over HTTP."""

from typing import Any

from tests.model_server import ModelServer

NAME = "faults"


def swarm_document(model: ModelServer) -> dict[str, Any]:
    return {
        "name": NAME,
        "version": "1.0.0",
        "entrypoint": "supervisor",
        "enable_interswarm": False,
        "agents": [
            agent(model, "supervisor", "worker", enable_entrypoint=True, can_complete_tasks=True),
            agent(model, "worker", "supervisor"),
        ],
        "actions": [],
        "action_imports": ["python::tests.faults.parts:ring", "python::tests.faults.parts:look"],
    }


def agent(model: ModelServer, name: str, target: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "factory": "python::mail.factories.base:LiteLLMAgentFunction",
        "comm_targets": [target],
        "actions": ["ring", "look"],
        "tool_format": "completions",
        "agent_params": {**model.params(name), "system": f"[agent:{name}]"},
        **more,
    }
