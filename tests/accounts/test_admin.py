"""The control room's pages for people and tokens."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.choices import Role
from accounts.errors import InvalidToken
from accounts.identify import identify_token
from accounts.models import ApiToken, User
from accounts.tokens import create_token, revoke_token

pytestmark = pytest.mark.django_db

TOKENS = "/admin/accounts/apitoken/"
EMPTY_EXPIRY = {"expires_at_0": "", "expires_at_1": ""}


@pytest.fixture
def browser(alice: User) -> Client:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    client = Client()
    client.force_login(alice)
    return client


def add(browser: Client, **fields: Any) -> Any:
    return browser.post(f"{TOKENS}add/", {"swarm": "", "user": "", **EMPTY_EXPIRY, **fields})


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_new_token_is_shown_once_and_never_again(browser: Client, alice: User) -> None:
    answer = add(browser, role="user", name="laptop", user=alice.pk)
    found = re.search(r'id="new-token">([^<]+)<', text_of(answer))
    assert found
    token = found[1]
    assert "no-store" in answer.headers["Cache-Control"]
    assert identify_token(token).id == "alice"

    row = ApiToken.objects.get()
    secret = token.removeprefix(row.prefix)
    for path in (
        TOKENS,
        f"{TOKENS}{row.pk}/change/",
        f"{TOKENS}{row.pk}/history/",
        f"{TOKENS}add/",
        "/admin/",
    ):
        page = browser.get(path)
        assert page.status_code == 200, path
        assert secret not in text_of(page)
    assert secret not in str(LogEntry.objects.values()) + str(ApiToken.objects.values())
    assert secret not in str([entry.get_decoded() for entry in Session.objects.all()])
    assert secret not in str(browser.cookies)


def test_an_agent_token_is_made_for_a_remote_swarm(browser: Client) -> None:
    assert "Copy this token now" in text_of(add(browser, role="agent", name="partner", swarm="swarm-beta"))
    assert ApiToken.objects.get().owner_name == "swarm-beta"


def test_it_explains_which_owner_a_token_needs(browser: Client, alice: User) -> None:
    for fields in ({"role": "agent", "user": alice.pk}, {"role": "user"}, {"role": "admin", "swarm": "beta"}):
        answer = add(browser, name="laptop", **fields)
        assert "An agent token names a remote swarm and no user" in text_of(answer)
    assert not ApiToken.objects.exists()


def test_it_refuses_an_expiry_in_the_past_at_its_field(browser: Client, alice: User) -> None:
    answer = add(
        browser, role="user", name="laptop", user=alice.pk, expires_at_0="2020-01-01", expires_at_1="00:00"
    )
    assert "would already have expired" in text_of(answer)
    assert not ApiToken.objects.exists()


def test_a_row_cannot_be_edited(browser: Client, alice: User) -> None:
    row, _ = create_token(Role.USER, "laptop", user=alice)
    answer = browser.post(f"{TOKENS}{row.pk}/change/", {"role": "admin", "name": "stolen", "user": alice.pk})
    assert answer.status_code == 403
    row.refresh_from_db()
    assert (row.role, row.name) == ("user", "laptop")
    assert 'name="role"' not in text_of(browser.get(f"{TOKENS}{row.pk}/change/"))


def test_selected_tokens_are_revoked_at_once(browser: Client, alice: User) -> None:
    row, token = create_token(Role.USER, "laptop", user=alice)
    kept = create_token(Role.USER, "phone", user=alice).plain_text
    answer = browser.post(TOKENS, {"action": "revoke", "_selected_action": [row.pk]}, follow=True)
    assert "1 token(s) revoked" in text_of(answer)
    with pytest.raises(InvalidToken):
        identify_token(token)
    assert identify_token(kept)


def test_staff_who_may_only_look_can_neither_create_nor_revoke(browser: Client, alice: User) -> None:
    row, token = create_token(Role.USER, "laptop", user=alice)
    clerk = User.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_apitoken"))
    browser.force_login(clerk)
    assert browser.get(TOKENS).status_code == 200
    assert browser.get(f"{TOKENS}add/").status_code == 403
    assert add(browser, role="admin", name="mine", user=clerk.pk).status_code == 403
    browser.post(TOKENS, {"action": "revoke", "_selected_action": [row.pk]})
    assert identify_token(token)


def test_the_list_is_searched_and_filtered(browser: Client, alice: User) -> None:
    working, _ = create_token(Role.USER, "laptop", user=alice)
    agent, _ = create_token(Role.AGENT, "partner", swarm="swarm-beta")
    revoked, _ = create_token(Role.USER, "old", user=alice)
    revoke_token(revoked)
    expired, _ = create_token(Role.USER, "older", user=alice)
    ApiToken.objects.filter(pk=expired.pk).update(expires_at=timezone.now() - timedelta(days=1))
    sleeper, _ = create_token(Role.USER, "sleeper", user=User.objects.create_user("bob", is_active=False))

    def listed(query: str) -> set[int]:
        return {row.pk for row in browser.get(f"{TOKENS}?{query}").context["cl"].result_list}

    assert listed("works=yes") == {working.pk, agent.pk}
    assert listed("works=no") == {revoked.pk, expired.pk, sleeper.pk}
    assert listed("role__exact=agent") == {agent.pk}
    assert listed("q=swarm-beta") == {agent.pk}
    assert listed("q=bob") == {sleeper.pk}
    assert listed(f"q={working.prefix}") == {working.pk}


def test_the_list_makes_the_same_queries_for_one_row_as_for_many(
    browser: Client, alice: User, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    create_token(Role.USER, "laptop", user=alice)
    with django_assert_max_num_queries(12) as first:
        browser.get(TOKENS)
    for number in range(20):
        owner = User.objects.create_user(f"user{number}")
        create_token(Role.USER, "laptop", user=owner)
    with django_assert_num_queries(len(first)):
        browser.get(TOKENS)


def test_every_field_of_the_form_has_a_help_text(browser: Client) -> None:
    form = browser.get(f"{TOKENS}add/").context["adminform"].form
    assert [name for name, field in form.fields.items() if not field.help_text] == []


def test_a_person_is_created_and_changed_in_the_admin(browser: Client, alice: User) -> None:
    password = "a long enough one"
    answer = browser.post(
        "/admin/accounts/user/add/",
        {"username": "bob", "usable_password": "true", "password1": password, "password2": password},
    )
    bob = User.objects.get(username="bob")
    assert answer.status_code == 302
    assert bob.check_password(password)
    for path in ("", f"{bob.pk}/change/", f"{bob.pk}/password/"):
        assert browser.get(f"/admin/accounts/user/{path}").status_code == 200
    assert browser.get("/admin/auth/group/").status_code == 200
    assert browser.get("/admin/auth/group/add/").status_code == 200
