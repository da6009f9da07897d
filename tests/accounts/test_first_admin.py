"""The first administrator of a new server."""

import logging

import pytest

from accounts.first_admin import ensure_first_admin
from accounts.identify import identify_token
from accounts.models import ApiToken, User

pytestmark = pytest.mark.django_db


def test_a_new_server_gets_an_administrator_with_a_user_token() -> None:
    first = ensure_first_admin()
    assert first is not None
    admin = User.objects.get(username=first.username)
    assert first.username == "admin"
    assert admin.is_superuser
    assert admin.is_staff
    assert admin.check_password(first.password)
    caller = identify_token(first.user_token)
    assert (caller.role, caller.user_id) == ("user", admin.pk)


def test_a_second_start_changes_nothing() -> None:
    assert ensure_first_admin()
    assert ensure_first_admin() is None
    assert User.objects.count() == ApiToken.objects.count() == 1


def test_an_ordinary_user_named_admin_is_left_alone() -> None:
    taken = User.objects.create_user("admin", password="his own password")
    first = ensure_first_admin()
    assert first is not None
    assert first.username == "admin2"
    taken.refresh_from_db()
    assert not taken.is_superuser


def test_its_secrets_are_not_shown_by_accident(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    first = ensure_first_admin()
    assert first is not None
    assert "first administrator created" in caplog.text
    for shown in (caplog.text, repr(first), str(User.objects.values()), str(ApiToken.objects.values())):
        assert first.password not in shown
        assert first.user_token not in shown
