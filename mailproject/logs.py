"""How log lines look: structlog for our loggers and everybody else's, as text or as JSON."""

import logging.config
from typing import Any

import structlog


def logging_config(level: str, *, as_json: bool) -> None:
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Plain tracebacks: the pretty ones show local variables, and those hold messages and keys.
    as_text = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    last: Any = structlog.processors.JSONRenderer() if as_json else as_text
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "lines": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": shared,
                    "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
                }
            },
            "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"handlers": ["console"], "level": level},
            "loggers": {
                name: {"level": "WARNING"}
                for name in ("asyncio", "celery", "daphne", "django.channels", "httpx", "LiteLLM", "kombu")
            },
        }
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
