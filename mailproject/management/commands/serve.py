"""`manage.py serve`: the whole product in one process."""

import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.first_admin import FirstAdmin
from mail.errors import MailError
from mailproject.prepare import make_data_dir, prepare


class Command(BaseCommand):
    help = "Prepare the data directory and serve, with worker and beat inside."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="Address to listen on (127.0.0.1).")
        parser.add_argument("--port", type=int, default=8000, help="Port to listen on (8000).")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        try:
            self.check_port(host, port)
            make_data_dir()
            first = prepare()
        except MailError as error:
            raise CommandError(error.detail) from error
        if first is not None:
            self.show(first)
        serve(host, port, when_ready=lambda: self.say_ready(host, port))

    def say_ready(self, host: str, port: int) -> None:
        self.stdout.write(f"serving on http://{host}:{port}  (Ctrl-C stops)")
        self.stdout.flush()

    def check_port(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                raise CommandError(
                    f"cannot listen on {host}:{port}: {error.strerror}; choose another with --port"
                ) from error

    def show(self, first: FirstAdmin) -> None:
        """Printed once: only hashes are kept."""
        self.stdout.write("\nFirst start. These are shown only now:\n")
        self.stdout.write(f"  administrator: {first.username} / {first.password}\n")
        self.stdout.write(f"  user token: {first.user_token}\n")
        if settings.TOKEN_INFO_ENDPOINT:
            self.stdout.write(
                "  (TOKEN_INFO_ENDPOINT decides about tokens: the one above works without it only)\n"
            )
        self.stdout.write("\n")


def serve(host: str, port: int, when_ready: Callable[[], None]) -> None:
    """Run the ASGI server until a signal ends it, with the worker beside it."""
    # Read after the data directory is there: the key made on a first start must be the one in use.
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import Server

    from mailproject.asgi import application
    from mailproject.embedded import EmbeddedWorker
    from mailproject.secret_key import find_secret_key

    settings.SECRET_KEY = find_secret_key(settings.DATA_DIR, settings.ENV.text("MAIL_SECRET_KEY"))
    worker = EmbeddedWorker()
    worker.start()
    try:
        Server(
            application=application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
            server_name="mail",
            ready_callable=when_ready,
        ).run()
    finally:
        worker.stop()
        sys.stdout.flush()
