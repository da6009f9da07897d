"""Knows what can go wrong when a program builds or runs a swarm."""

from mail.errors import Conflict, Invalid, Unavailable


class BadSwarm(Invalid, ValueError):
    """This swarm or agent is not put together properly."""


class BadLetter(Invalid, ValueError):
    """This cannot be sent to a swarm."""


class StillRunning(Unavailable, TimeoutError):
    """The task has not finished yet; it goes on."""


class SwarmStopped(Conflict, RuntimeError):
    """This swarm has been shut down; instantiate it again."""


class NoInterswarm(Unavailable, RuntimeError):
    """A swarm without a server cannot be reached by others: run a server for interswarm messages."""
