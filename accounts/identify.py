"""Whose token or browser session it is: the one check behind every door."""

import hmac
from datetime import datetime, timedelta

import structlog
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.db.models import Q
from django.utils import timezone

from accounts.caller import Caller
from accounts.choices import Role
from accounts.errors import InvalidToken, NoToken
from accounts.external import ask_token_service, find_recent_answer
from accounts.models import ApiToken, User
from accounts.token_text import find_parts

log = structlog.get_logger(__name__)

LAST_USE_PRECISION = timedelta(minutes=1)


def identify_token(token: str) -> Caller:
    """The caller that a bearer token stands for. Raises InvalidToken or TokenServiceDown."""
    if settings.TOKEN_INFO_ENDPOINT:
        return ask_token_service(token)
    return identify_local_token(token)


async def aidentify_token(token: str) -> Caller:
    """The same without holding up the event loop; a thread is taken only where one must wait."""
    if settings.TOKEN_INFO_ENDPOINT and (recent := find_recent_answer(token)):
        return recent
    # Gives the thread's database connection back to the pool afterwards, which plain sync_to_async does not.
    caller: Caller = await database_sync_to_async(identify_token, thread_sensitive=False)(token)
    return caller


def identify_session(user: AbstractBaseUser | AnonymousUser | None) -> Caller:
    """The caller behind a browser session: staff act as admin. Raises NoToken for nobody."""
    if not isinstance(user, User) or not user.is_active:
        raise NoToken
    role = Role.ADMIN if user.is_staff else Role.USER
    return Caller(role=role, id=user.get_username(), swarm=settings.SWARM_NAME, user_id=user.pk)


def identify_local_token(token: str) -> Caller:
    # Not cached: a revoked token or a deactivated user must be refused from the next request on.
    parts = find_parts(token)
    row = parts and ApiToken.objects.select_related("user").filter(prefix=parts.prefix).first()
    if not parts or not row or not hmac.compare_digest(row.digest, parts.digest):
        raise InvalidToken
    now = timezone.now()
    if not row.is_usable(now):
        raise InvalidToken
    note_use(row, now)
    return Caller(
        role=Role(row.role),
        id=row.owner_name,
        swarm=settings.SWARM_NAME,
        user_id=row.user_id,
        remote_swarm=row.swarm,
    )


def note_use(row: ApiToken, now: datetime) -> None:
    """Remember the use, with at most one write a minute for each token."""
    before = now - LAST_USE_PRECISION
    if row.last_used_at and row.last_used_at > before:
        return
    due = Q(last_used_at__isnull=True) | Q(last_used_at__lte=before)
    try:
        ApiToken.objects.filter(due, pk=row.pk).update(last_used_at=now)
    except OperationalError as error:
        # A busy database is no reason to refuse a good token; the next call tries again.
        log.warning("last use of a token not noted", prefix=row.prefix, reason=str(error))
