"""Knows the JSON Schemas of the protocol and checks messages against them.

The files beside this module are the only copies: `spec/` and `docs/` link to them, so that an installed
package carries what the specification says.
"""

from mail.schemas.check import InvalidMessage, check_interswarm_message, check_message
from mail.schemas.load import CORE, INTERSWARM, SWARMS, get_validator, load_schema

__all__ = [
    "CORE",
    "INTERSWARM",
    "SWARMS",
    "InvalidMessage",
    "check_interswarm_message",
    "check_message",
    "get_validator",
    "load_schema",
]
