"""Creating and revoking tokens. The secret is returned once and kept nowhere."""

from datetime import datetime
from typing import NamedTuple

import structlog
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.choices import Role
from accounts.errors import InvalidTokenData
from accounts.models import ApiToken, User
from accounts.token_text import make_parts

log = structlog.get_logger(__name__)


class CreatedToken(NamedTuple):
    row: ApiToken
    plain_text: str


def create_token(
    role: Role | str,
    name: str,
    *,
    user: User | None = None,
    swarm: str = "",
    expires_at: datetime | None = None,
) -> CreatedToken:
    """Make a token for a user, or for a remote swarm when the role is agent."""
    token = ApiToken(role=role, name=name, user=user, swarm=swarm, expires_at=expires_at)
    return CreatedToken(token, issue(token))


def issue(token: ApiToken) -> str:
    """Give an unsaved row its secret, save it, and return the whole token."""
    parts = make_parts()
    token.prefix, token.digest = parts.prefix, parts.digest
    try:
        token.full_clean()
    except ValidationError as error:
        raise InvalidTokenData(" ".join(error.messages)) from None
    token.save(force_insert=True)
    token.plain_text = parts.plain_text
    log.info(
        "token created", prefix=token.prefix, role=str(token.role), name=token.name, owner=token.owner_name
    )
    return parts.plain_text


def revoke_token(token: ApiToken) -> bool:
    """Take a token back, from the next request on. False when it was revoked before."""
    now = timezone.now()
    changed = ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=now)
    token.refresh_from_db(fields=["revoked_at"])
    if changed:
        log.info("token revoked", prefix=token.prefix, role=str(token.role), name=token.name)
    return bool(changed)
