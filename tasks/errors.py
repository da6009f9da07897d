"""What can go wrong with tasks, each with the sentence a person reads."""

from mail.errors import Conflict, Invalid, MailError, NotFound


class UnknownTask(NotFound):
    """There is no such task, or it is not yours."""


class UnknownEntrypoint(Invalid):
    """The swarm has no such entrypoint."""


class BadAnswer(Invalid):
    """This is not how a breakpoint is answered."""


class NothingPending(Conflict):
    """The task is not waiting for an answer to a breakpoint."""


class AlreadyAnswered(Conflict):
    """Somebody has answered this call already."""


class AlreadyFinished(Conflict):
    """The task has finished already."""


class KeyReused(Conflict):
    """This idempotency key was used for a different request."""


class LeaseLost(MailError):
    """Another worker has taken this actor over; what was done here is not stored."""


class StepHalted(MailError):
    """The step was given up while its model was being asked; its mail waits again."""
