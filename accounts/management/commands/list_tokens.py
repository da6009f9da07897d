"""Lists the tokens on the command line, without their secrets, which nobody has any more."""

import json
from datetime import datetime
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from accounts.management.token_command import TokenCommand
from accounts.models import ApiToken

COLUMNS = ("prefix", "role", "name", "owner", "works", "expires_at", "last_used_at")


class Command(TokenCommand):
    help = "List the API tokens."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print a JSON list")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        tokens = [describe(token, now) for token in ApiToken.objects.select_related("user").order_by("id")]
        if options["json"]:
            self.stdout.write(json.dumps(tokens))
        elif tokens:
            self.stdout.write(as_table(tokens))
        else:
            self.stdout.write("There are no tokens yet; `manage.py create_token` makes one.")


def describe(token: ApiToken, now: datetime) -> dict[str, Any]:
    return {
        "prefix": token.prefix,
        "role": token.role,
        "name": token.name,
        "owner": token.owner_name,
        "works": token.is_usable(now),
        "created_at": as_text(token.created_at),
        "expires_at": as_text(token.expires_at),
        "last_used_at": as_text(token.last_used_at),
        "revoked_at": as_text(token.revoked_at),
    }


def as_text(time: datetime | None) -> str | None:
    return time.isoformat(timespec="seconds") if time else None


def as_table(tokens: list[dict[str, Any]]) -> str:
    words = {True: "yes", False: "no", None: "-"}
    lines = [COLUMNS, *([str(words.get(row[name], row[name])) for name in COLUMNS] for row in tokens)]
    widths = [max(len(line[index]) for line in lines) for index in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
