"""Keeps the server's log format out of somebody's program: our lines become ordinary log records there."""

import logging

import structlog

from mailproject import logs

CHATTY = ("celery", "kombu")


def leave_logging_alone() -> None:
    """Called before the settings are read, which would otherwise set up logging for a server."""
    vars(logs)["logging_config"] = _use_plain_records


def _use_plain_records(level: str, *, as_json: bool) -> None:
    for name in CHATTY:
        logger = logging.getLogger(name)
        if logger.level == logging.NOTSET:
            # They report every job; a program that logs at INFO has not asked for that.
            logger.setLevel(logging.WARNING)
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, structlog.stdlib.render_to_log_kwargs],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
