"""Named places where a test can have this process killed, to show that nothing is lost there."""

import os
import signal

STOP_AT = os.environ.get("MAIL_TEST_STOP_AT", "")
STOP_POINTS = (
    "claimed",
    "asked",
    "before_reply_commit",
    "reply_stored",
    "action_run",
    "before_outcome_commit",
    "outcome_stored",
)


def stop_point(name: str) -> None:
    """Die here, at once and without clean-up, if a test asked for it."""
    if name == STOP_AT:
        os.kill(os.getpid(), signal.SIGKILL)
