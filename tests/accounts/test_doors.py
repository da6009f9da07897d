"""The asynchronous doors: WebSocket scopes, and tokens that arrive in a first frame."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.choices import Role
from accounts.doors import aidentify_scope
from accounts.errors import ForeignPage, InvalidToken, NoToken
from accounts.identify import aidentify_token
from accounts.models import User
from accounts.tokens import create_token, revoke_token

# Tokens are looked up on another thread, which sees only what is committed.
pytestmark = pytest.mark.django_db(transaction=True)


def scope(user: Any = None, **headers: str) -> dict[str, Any]:
    pairs = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"type": "websocket", "headers": pairs, "user": user or AnonymousUser()}


@sync_to_async
def make_token() -> tuple[Any, str]:
    return create_token(Role.USER, "laptop", user=User.objects.create_user("alice"))


async def test_a_header_opens_the_socket() -> None:
    _, token = await make_token()
    assert (await aidentify_scope(scope(authorization=f"Bearer {token}"))).id == "alice"


async def test_a_first_frame_token_opens_it_too_until_it_is_revoked() -> None:
    row, token = await make_token()
    assert (await aidentify_token(token)).id == "alice"
    await sync_to_async(revoke_token)(row)
    with pytest.raises(InvalidToken):
        await aidentify_token(token)


async def test_a_session_opens_the_socket_from_our_own_page() -> None:
    user = await User.objects.acreate(username="alice", is_staff=True)
    caller = await aidentify_scope(scope(user, origin="http://localhost:8000", host="localhost:8000"))
    assert (caller.role, caller.user_id) == (Role.ADMIN, user.pk)


async def test_a_session_opens_the_socket_from_the_address_behind_a_proxy(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://mail.example.org"]
    user = await User.objects.acreate(username="alice")
    caller = await aidentify_scope(scope(user, origin="https://mail.example.org", host="inside:8000"))
    assert caller.id == "alice"


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:3000", "null", "", "http://["])
async def test_a_page_of_another_site_cannot_use_the_session(origin: str) -> None:
    user = await User.objects.acreate(username="alice")
    with pytest.raises(ForeignPage):
        await aidentify_scope(scope(user, origin=origin, host="localhost:8000"))


async def test_nobody_is_told_so() -> None:
    with pytest.raises(NoToken):
        await aidentify_scope(scope())
    with pytest.raises(NoToken):
        await aidentify_scope({"type": "websocket", "headers": []})


async def test_a_bad_header_is_not_saved_by_a_good_session() -> None:
    user = await User.objects.acreate(username="alice")
    with pytest.raises(InvalidToken):
        await aidentify_scope(scope(user, authorization="Bearer é"))
