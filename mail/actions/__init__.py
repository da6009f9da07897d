"""Knows actions: the tools of an agent that reach outside MAIL."""

from mail.actions.decorator import action, check_arguments, find_action
from mail.actions.definition import MAILAction
from mail.actions.errors import BadAction, BadActionArguments
from mail.actions.parameters import find_fault_in_parameters

__all__ = [
    "BadAction",
    "BadActionArguments",
    "MAILAction",
    "action",
    "check_arguments",
    "find_action",
    "find_fault_in_parameters",
]
