"""Creates a token from the command line and prints it, once."""

import json
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from accounts.choices import Role
from accounts.management.token_command import TokenCommand
from accounts.models import User
from accounts.tokens import CreatedToken, create_token

LONGEST_LIFE_DAYS = 36_500


class Command(TokenCommand):
    help = "Create an API token and print it. It cannot be shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        # Checked in handle: the parser would answer with its whole usage, where a person wants one sentence.
        parser.add_argument("--role", help="user, admin or agent")
        parser.add_argument(
            "--name", help="what the token is for; also the user it belongs to without --user"
        )
        parser.add_argument("--user", help="an existing user that the token belongs to")
        parser.add_argument("--swarm", help="for an agent: the remote swarm it speaks for (default: NAME)")
        parser.add_argument("--expires-days", help="stop working after so many days (default: never)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        role = read_role(options["role"])
        name = (options["name"] or "").strip()
        if not name:
            raise CommandError("Say what the token is for with --name NAME.")
        expires_at = read_expiry(options["expires_days"])
        if role == Role.AGENT:
            created = create_for_swarm(name, options["swarm"], options["user"], expires_at)
        else:
            created = create_for_user(role, name, options["swarm"], options["user"], expires_at)
        self.stdout.write(as_json(created) if options["json"] else as_text(created))


def read_role(text: str | None) -> Role:
    if text not in Role.values:
        raise CommandError("Choose a role with --role user, --role admin or --role agent.")
    return Role(text)


def read_expiry(text: str | int | None) -> datetime | None:
    if text is None:
        return None
    days = int(text) if str(text).isascii() and str(text).isdigit() else 0
    if not 0 < days <= LONGEST_LIFE_DAYS:
        raise CommandError(f"--expires-days takes a whole number from 1 to {LONGEST_LIFE_DAYS}.")
    return timezone.now() + timedelta(days=days)


def create_for_swarm(
    name: str, swarm: str | None, username: str | None, expires_at: datetime | None
) -> CreatedToken:
    if username:
        raise CommandError("An agent token belongs to a remote swarm: leave --user out.")
    return create_token(Role.AGENT, name, swarm=(swarm or name).strip(), expires_at=expires_at)


def create_for_user(
    role: Role, name: str, swarm: str | None, username: str | None, expires_at: datetime | None
) -> CreatedToken:
    if swarm:
        raise CommandError("Only an agent token names a remote swarm: leave --swarm out or use --role agent.")
    # One transaction: whatever goes wrong leaves no new user without a token behind.
    with transaction.atomic():
        user = get_user(username) if username else get_or_create_user(name)
        return create_token(role, name, user=user, expires_at=expires_at)


def get_user(username: str) -> User:
    user = User.objects.filter(username=username).first()
    if user is None:
        raise CommandError(f"There is no user '{username}'; leave --user out to have one created.")
    return check_active(user)


def get_or_create_user(username: str) -> User:
    if user := User.objects.filter(username=username).first():
        return check_active(user)
    user = User(username=username)
    user.set_unusable_password()
    try:
        user.full_clean()
    except ValidationError:
        raise CommandError(
            f"'{username}' cannot be a user's name (up to 150 letters, digits and @ . + - _): "
            "choose another --name, or name an existing user with --user."
        ) from None
    user.save()
    return user


def check_active(user: User) -> User:
    if not user.is_active:
        raise CommandError(
            f"User '{user.username}' is inactive, so the token would not work; activate it first."
        )
    return user


def as_json(created: CreatedToken) -> str:
    row = created.row
    return json.dumps(
        {
            "token": created.plain_text,
            "prefix": row.prefix,
            "role": str(row.role),
            "name": row.name,
            "owner": row.owner_name,
            "expires_at": row.expires_at.isoformat() if row.expires_at else None,
        }
    )


def as_text(created: CreatedToken) -> str:
    row = created.row
    told = f"Token of {row.owner_name}, role {row.role}. Copy it now: it is not shown again."
    return f"{created.plain_text}\n{told}"
