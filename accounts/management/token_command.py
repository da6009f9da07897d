"""What the token commands share: every failure becomes one sentence instead of a stack trace."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from mail.errors import MailError


class TokenCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except MailError as error:
            raise CommandError(error.detail) from error
        except DatabaseError as error:
            raise CommandError(
                f"The database cannot be used ({error}). Check MAIL_DATA_DIR or DATABASE_URL, "
                "and run `manage.py migrate` if the server was never started."
            ) from error
