"""Which outside services the tests find on this machine, and where."""

import os
import shutil
import socket
import sys
from urllib.parse import urlsplit

POSTGRESQL_URL = os.environ.get("MAIL_TEST_POSTGRESQL_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("MAIL_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
RABBITMQ_URL = os.environ.get("MAIL_TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"


def answers(url: str) -> bool:
    parts = urlsplit(url)
    try:
        with socket.create_connection((parts.hostname or "127.0.0.1", parts.port or 0), timeout=2):
            return True
    except OSError:
        return False


SERVICES = {
    "postgresql": lambda: answers(POSTGRESQL_URL),
    "redis": lambda: answers(REDIS_URL),
    "rabbitmq": lambda: answers(RABBITMQ_URL),
    "browser": lambda: os.access(CHROMIUM, os.X_OK),
    "node": lambda: shutil.which("node") is not None,
}

if __name__ == "__main__":
    sys.exit(0 if SERVICES[sys.argv[1]]() else 1)
