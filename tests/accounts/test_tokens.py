"""Local tokens: made once, recognised by their hash, refused as soon as they should be."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core import serializers
from django.db import IntegrityError
from django.utils import timezone

from accounts.caller import Caller
from accounts.choices import Role
from accounts.errors import InvalidToken, InvalidTokenData
from accounts.identify import identify_token
from accounts.models import ApiToken, User
from accounts.tokens import create_token, revoke_token

HOSTILE = {
    "empty": "",
    "word": "garbage",
    "mark only": "mail_",
    "very long": "mail_" + "a" * 1_000_000,
    "not ascii": "mail_0123456789ab_" + "é" * 43,
    "other digits": "mail_" + "\N{ARABIC-INDIC DIGIT SIX}" * 12 + "_" + "a" * 43,
    "NUL": "mail_0123456789ab_" + "a" * 42 + "\x00",
    "line end": "mail_0123456789ab_" + "a" * 43 + "\n",
    "lone surrogate": "mail_0123456789ab_\ud800",
    "unknown prefix": "mail_0123456789ab_" + "a" * 43,
}


def test_a_user_token_identifies_its_user(alice: User, settings: Any) -> None:
    caller = identify_token(create_token(Role.USER, "laptop", user=alice).plain_text)
    assert caller == Caller(Role.USER, "alice", settings.SWARM_NAME, user_id=alice.pk)
    assert caller.key == f"user:alice@{settings.SWARM_NAME}"
    assert caller.account == f"user:{alice.pk}"


def test_an_agent_token_identifies_its_remote_swarm(db: None, settings: Any) -> None:
    caller = identify_token(create_token(Role.AGENT, "partner", swarm="swarm-beta").plain_text)
    assert (caller.role, caller.id, caller.remote_swarm) == (Role.AGENT, "swarm-beta", "swarm-beta")
    assert caller.user_id is None
    assert caller.swarm == settings.SWARM_NAME


def test_an_admin_token_and_a_user_token_of_one_person_own_the_same_rows(alice: User) -> None:
    admin = identify_token(create_token(Role.ADMIN, "admin", user=alice).plain_text)
    user = identify_token(create_token(Role.USER, "user", user=alice).plain_text)
    assert admin.is_admin
    assert not user.is_admin
    assert admin.account == user.account


def test_an_outside_id_never_owns_the_rows_of_a_user_with_that_number(alice: User) -> None:
    outside = Caller(Role.USER, str(alice.pk), "swarm")
    assert outside.account != Caller(Role.USER, "alice", "swarm", user_id=alice.pk).account


def test_it_costs_one_query_once_the_use_is_noted(alice: User, django_assert_num_queries: Any) -> None:
    token = create_token(Role.USER, "laptop", user=alice).plain_text
    identify_token(token)
    with django_assert_num_queries(1):
        identify_token(token)


def test_the_last_use_is_noted_and_renewed_after_a_minute(alice: User) -> None:
    row, token = create_token(Role.USER, "laptop", user=alice)
    identify_token(token)
    row.refresh_from_db()
    assert row.last_used_at is not None
    long_ago = timezone.now() - timedelta(minutes=2)
    ApiToken.objects.update(last_used_at=long_ago)
    identify_token(token)
    row.refresh_from_db()
    assert row.last_used_at > long_ago


def test_a_recent_use_is_not_written_again(alice: User) -> None:
    row, token = create_token(Role.USER, "laptop", user=alice)
    recently = timezone.now() - timedelta(seconds=30)
    ApiToken.objects.update(last_used_at=recently)
    identify_token(token)
    row.refresh_from_db()
    assert row.last_used_at == recently


def test_it_refuses_the_right_prefix_with_a_wrong_secret(alice: User) -> None:
    mine = create_token(Role.USER, "mine", user=alice)
    other = create_token(Role.USER, "other", user=alice)
    forged = mine.row.prefix + other.plain_text[len(other.row.prefix) :]
    with pytest.raises(InvalidToken, match="invalid API key"):
        identify_token(forged)


def test_it_refuses_an_expired_token(alice: User) -> None:
    row, token = create_token(Role.USER, "laptop", user=alice, expires_at=timezone.now() + timedelta(hours=1))
    identify_token(token)
    ApiToken.objects.filter(pk=row.pk).update(expires_at=timezone.now())
    with pytest.raises(InvalidToken):
        identify_token(token)


def test_it_refuses_a_revoked_token_from_the_next_call_on(alice: User) -> None:
    row, token = create_token(Role.USER, "laptop", user=alice)
    identify_token(token)
    assert revoke_token(row)
    with pytest.raises(InvalidToken):
        identify_token(token)


def test_revoking_twice_keeps_the_first_time(alice: User) -> None:
    row, _ = create_token(Role.USER, "laptop", user=alice)
    revoke_token(row)
    first = row.revoked_at
    assert not revoke_token(row)
    assert row.revoked_at == first


def test_it_refuses_the_tokens_of_an_inactive_user(alice: User) -> None:
    token = create_token(Role.USER, "laptop", user=alice).plain_text
    alice.is_active = False
    alice.save()
    with pytest.raises(InvalidToken):
        identify_token(token)


@pytest.mark.parametrize("token", HOSTILE.values(), ids=HOSTILE.keys())
def test_it_refuses_hostile_text(db: None, token: str) -> None:
    with pytest.raises(InvalidToken):
        identify_token(token)


@pytest.mark.parametrize(
    ("role", "with_user", "swarm"),
    [
        (Role.AGENT, True, "swarm-beta"),
        (Role.AGENT, False, ""),
        (Role.USER, False, ""),
        (Role.USER, True, "swarm-beta"),
        (Role.ADMIN, False, "swarm-beta"),
    ],
)
def test_it_refuses_the_wrong_kind_of_owner(alice: User, role: Role, with_user: bool, swarm: str) -> None:
    with pytest.raises(InvalidTokenData, match="An agent token names a remote swarm"):
        create_token(role, "laptop", user=alice if with_user else None, swarm=swarm)


def test_the_database_itself_refuses_the_wrong_owner(db: None) -> None:
    with pytest.raises(IntegrityError):
        ApiToken.objects.create(prefix="mail_000000000000", digest="0" * 64, role=Role.USER, name="forged")


def test_the_database_itself_refuses_an_unknown_role(alice: User) -> None:
    with pytest.raises(IntegrityError):
        ApiToken.objects.create(
            prefix="mail_000000000000", digest="0" * 64, role="root", name="x", user=alice
        )


def test_it_refuses_an_unknown_role_with_a_sentence(alice: User) -> None:
    with pytest.raises(InvalidTokenData, match="root"):
        create_token("root", "laptop", user=alice)


def test_it_refuses_an_expiry_in_the_past(alice: User) -> None:
    with pytest.raises(InvalidTokenData, match="already have expired"):
        create_token(Role.USER, "laptop", user=alice, expires_at=timezone.now())


def test_the_secret_is_neither_stored_nor_logged(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    row, token = create_token(Role.USER, "laptop", user=alice)
    secret = token.removeprefix(row.prefix + "_")
    identify_token(token)
    with pytest.raises(InvalidToken):
        identify_token(token + "x")
    revoke_token(row)
    stored = serializers.serialize("json", ApiToken.objects.all())
    assert row.prefix in stored
    assert secret not in stored
    assert "token created" in caplog.text
    assert "token revoked" in caplog.text
    assert secret not in caplog.text


def test_two_tokens_are_never_alike(alice: User) -> None:
    tokens = [create_token(Role.USER, "laptop", user=alice).plain_text for _ in range(20)]
    assert len({token.split("_", 2)[1] for token in tokens}) == 20
    assert len({token.split("_", 2)[2] for token in tokens}) == 20
    assert all(json.dumps(token) == f'"{token}"' for token in tokens)
