"""Knows swarms.json: how it is read and what can be wrong with it."""

from mail.swarms_json.check import check_swarm
from mail.swarms_json.limits import LIMIT
from mail.swarms_json.parse import BadSwarmsJson, parse_document
from mail.swarms_json.problem import Problem, Severity

__all__ = ["LIMIT", "BadSwarmsJson", "Problem", "Severity", "check_swarm", "parse_document"]
