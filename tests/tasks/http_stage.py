"""A stage whose one agent is a model behind LiteLLM and HTTP."""

import os
from typing import Any

from swarms.store import store_document
from tests.model_server import ModelServer
from tests.tasks.stage import Stage, Workplace


class HttpStage(Stage):
    """One supervisor whose model is reached through LiteLLM and HTTP."""

    def __init__(self, server: ModelServer, tool_format: str = "completions", **fields: Any) -> None:
        os.environ["MAIL_TEST_MODEL_KEY"] = "test"
        self.name = f"http-{tool_format}"
        agent = {
            "name": "supervisor",
            "factory": "python::mail.factories:LiteLLMSupervisorFunction",
            "comm_targets": ["supervisor"],
            "enable_entrypoint": True,
            "can_complete_tasks": True,
            "tool_format": tool_format,
            "agent_params": {
                **server.params("supervisor", system="You lead."),
                "api_key": "${MAIL_TEST_MODEL_KEY}",
            },
        }
        document = {
            "name": self.name,
            "version": "1",
            "entrypoint": "supervisor",
            "agents": [agent],
            "actions": [],
            **fields,
        }
        self.swarm = store_document(document).swarm
        assert self.swarm.is_runnable, self.swarm.problems
        self.workplace = Workplace()
