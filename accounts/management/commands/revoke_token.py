"""Takes a token back from the command line."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from accounts.management.token_command import TokenCommand
from accounts.models import ApiToken
from accounts.token_text import find_parts
from accounts.tokens import revoke_token


class Command(TokenCommand):
    help = "Revoke an API token: it stops working at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("prefix", nargs="?", help="the token's public beginning, as list_tokens shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        given = (options["prefix"] or "").strip()
        # A whole token is accepted too, but only its public part is looked up and printed.
        parts = find_parts(given)
        prefix = parts.prefix if parts else given
        token = ApiToken.objects.filter(prefix=prefix).first()
        if token is None:
            raise CommandError("There is no token with this prefix; `manage.py list_tokens` shows them all.")
        if revoke_token(token):
            self.stdout.write(f"Token {token.prefix} ({token.name}) is revoked.")
        else:
            self.stdout.write(f"Token {token.prefix} ({token.name}) was revoked already.")
