"""Words of a model while it still writes them: told to whoever listens now, never stored."""

import json
from typing import TYPE_CHECKING

from mail.agents.deltas import DeltaKind, DeltaSink
from tasks.nudge import Topic, nudge

if TYPE_CHECKING:
    from tasks.engine.claim import Claim


def delta_sink_of(held: "Claim") -> DeltaSink:
    """Where an agent function with stream_tokens sends each piece."""

    def tell(kind: DeltaKind, text: str) -> None:
        piece = {"agent": held.agent.name, "step": held.step.pk, "kind": kind, "text": text}
        nudge(Topic.DELTA, held.task.pk, json.dumps(piece))

    return tell
