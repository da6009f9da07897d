"""Knows how a program builds swarms and runs them in its own process, without a server."""

from mail.actions import MAILAction
from mail.api.agent import MAILAgent
from mail.api.agent_template import MAILAgentTemplate
from mail.api.definition import SwarmRules
from mail.api.errors import BadSwarm, StillRunning, SwarmStopped
from mail.api.runtime import MAILRuntime
from mail.api.stream import EventStream
from mail.api.swarm import MAILSwarm
from mail.api.swarm_template import MAILSwarmTemplate
from mail.engine import MAILTask, SwarmEvent

__all__ = [
    "BadSwarm",
    "EventStream",
    "MAILAction",
    "MAILAgent",
    "MAILAgentTemplate",
    "MAILRuntime",
    "MAILSwarm",
    "MAILSwarmTemplate",
    "MAILTask",
    "StillRunning",
    "SwarmEvent",
    "SwarmRules",
    "SwarmStopped",
]
