"""The first administrator of a new server, whose password and token are shown once at its start."""

import secrets
from dataclasses import dataclass, field

import structlog
from django.db import IntegrityError, transaction

from accounts.choices import Role
from accounts.models import User
from accounts.tokens import create_token

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class FirstAdmin:
    # Left out of repr: these two are printed once on purpose and never by accident.
    username: str
    password: str = field(repr=False)
    user_token: str = field(repr=False)


def ensure_first_admin() -> FirstAdmin | None:
    """Create an administrator with one user token, unless there is an administrator already."""
    password = secrets.token_urlsafe(12)
    try:
        # The question is asked inside: of two processes that start together, one waits here for the other.
        with transaction.atomic():
            if User.objects.filter(is_superuser=True).exists():
                return None
            user = User.objects.create_superuser(free_username("admin"), password=password)
            token = create_token(Role.USER, "first token", user=user)
    except IntegrityError:
        # Another process of the same server was faster; it prints its own.
        return None
    log.info("first administrator created", username=user.username)
    return FirstAdmin(username=user.username, password=password, user_token=token.plain_text)


def free_username(wanted: str) -> str:
    taken = set(User.objects.filter(username__startswith=wanted).values_list("username", flat=True))
    numbered = (f"{wanted}{number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(name for name in numbered if name not in taken)
