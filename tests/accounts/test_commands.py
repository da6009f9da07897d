"""Tokens on the command line."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.errors import InvalidToken
from accounts.identify import identify_token
from accounts.models import ApiToken, User

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def create(*arguments: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(run("create_token", *arguments, "--json"))
    return made


def test_a_user_token_brings_its_user_along(db: None) -> None:
    made = create("--role", "user", "--name", "dave")
    assert (made["role"], made["name"]) == ("user", "dave")
    assert made["token"].startswith(made["prefix"] + "_")
    assert identify_token(made["token"]).id == "dave"
    dave = User.objects.get(username="dave")
    assert not dave.has_usable_password()
    assert not dave.is_staff


def test_an_admin_token_leaves_its_user_a_plain_one(db: None) -> None:
    assert identify_token(create("--role", "admin", "--name", "ops")["token"]).is_admin
    user = User.objects.get(username="ops")
    assert not user.is_staff
    assert not user.is_superuser


def test_a_second_token_goes_to_the_same_user(alice: User) -> None:
    create("--role", "user", "--name", "alice")
    create("--role", "user", "--name", "her other laptop", "--user", "alice")
    assert alice.tokens.count() == 2
    assert User.objects.count() == 1


def test_an_agent_token_is_for_a_swarm(db: None) -> None:
    named = create("--role", "agent", "--name", "partner", "--swarm", "swarm-beta")
    assert identify_token(named["token"]).remote_swarm == "swarm-beta"
    assert identify_token(create("--role", "agent", "--name", "gamma")["token"]).remote_swarm == "gamma"
    assert not User.objects.exists()


def test_a_token_can_expire(db: None) -> None:
    made = create("--role", "user", "--name", "dave", "--expires-days", "30")
    row = ApiToken.objects.get()
    assert row.expires_at is not None
    assert (row.expires_at - row.created_at).days in (29, 30)
    assert made["expires_at"] == row.expires_at.isoformat()


def test_without_json_the_first_line_is_the_token(db: None) -> None:
    first, told = run("create_token", "--role", "user", "--name", "dave").splitlines()
    assert identify_token(first).id == "dave"
    assert "not shown again" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "--role user"),
        (["--role", "root", "--name", "x"], "--role user"),
        (["--role", "user"], "--name"),
        (["--role", "user", "--name", "  "], "--name"),
        (["--role", "user", "--name", "two words"], "cannot be a user's name"),
        (["--role", "user", "--name", "x" * 151], "cannot be a user's name"),
        (["--role", "user", "--name", "x" * 151, "--user", "alice"], "at most 150 characters"),
        (["--role", "user", "--name", "x", "--user", "nobody"], "no user 'nobody'"),
        (["--role", "user", "--name", "x", "--swarm", "beta"], "Only an agent token"),
        (["--role", "agent", "--name", "x", "--user", "alice"], "leave --user out"),
        (["--role", "user", "--name", "x", "--expires-days", "0"], "whole number"),
        (["--role", "user", "--name", "x", "--expires-days", "-1"], "whole number"),
        (["--role", "user", "--name", "x", "--expires-days", "soon"], "whole number"),
        (["--role", "user", "--name", "x", "--expires-days", "9999999999"], "whole number"),
        (["--role", "user", "--name", "sleeper"], "inactive"),
    ],
)
def test_bad_arguments_get_one_sentence_and_change_nothing(
    alice: User, arguments: list[str], sentence: str
) -> None:
    User.objects.create_user("sleeper", is_active=False)
    with pytest.raises(CommandError) as raised:
        create(*arguments)
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not ApiToken.objects.exists()
    assert User.objects.count() == 2


def test_a_token_is_revoked_by_its_prefix(db: None) -> None:
    made = create("--role", "user", "--name", "dave")
    assert "is revoked" in run("revoke_token", made["prefix"])
    with pytest.raises(InvalidToken):
        identify_token(made["token"])
    assert "was revoked already" in run("revoke_token", made["prefix"])


def test_a_whole_token_can_be_revoked_without_being_repeated(db: None) -> None:
    made = create("--role", "user", "--name", "dave")
    told = run("revoke_token", made["token"])
    assert "is revoked" in told
    assert made["token"] not in told


@pytest.mark.parametrize("arguments", [["mail_000000000000"], ["%"], [""], []])
def test_revoking_an_unknown_token_gets_one_sentence(db: None, arguments: list[str]) -> None:
    create("--role", "user", "--name", "dave")
    with pytest.raises(CommandError, match="no token with this prefix"):
        run("revoke_token", *arguments)


def test_tokens_are_listed_without_their_secrets(db: None) -> None:
    assert "no tokens yet" in run("list_tokens")
    working = create("--role", "user", "--name", "dave")
    revoked = create("--role", "agent", "--name", "beta")
    run("revoke_token", revoked["prefix"])
    rows = json.loads(run("list_tokens", "--json"))
    assert [(row["prefix"], row["owner"], row["works"]) for row in rows] == [
        (working["prefix"], "dave", True),
        (revoked["prefix"], "beta", False),
    ]
    table = run("list_tokens")
    for made in (working, revoked):
        assert made["prefix"] in table
        assert made["token"].removeprefix(made["prefix"]) not in table + json.dumps(rows)


def test_a_data_directory_without_tables_gets_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "create_token", "--role", "user", "--name", "dave", "--json"],
        cwd=ROOT,
        env={**os.environ, "MAIL_DATA_DIR": str(tmp_path), "DATABASE_URL": "none"},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "manage.py migrate" in done.stderr
    assert "Traceback" not in done.stderr
