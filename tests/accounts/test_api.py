"""REST callers: who is let in where, and the words of a refusal."""

from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from accounts.choices import Role
from accounts.models import User
from accounts.tokens import create_token
from tests.accounts.token_service import TokenService

pytestmark = [pytest.mark.urls("tests.accounts.urls"), pytest.mark.django_db]

LET_IN = {
    "/default": {Role.ADMIN, Role.USER},
    "/both": {Role.ADMIN, Role.USER},
    "/admin": {Role.ADMIN},
    "/agent": {Role.AGENT},
    "/open": {Role.ADMIN, Role.USER, Role.AGENT},
}


def token_for(role: Role, user: User) -> str:
    if role == Role.AGENT:
        return create_token(role, "partner", swarm="swarm-beta").plain_text
    return create_token(role, "laptop", user=user).plain_text


def call(path: str, header: str | None, method: str = "get") -> Any:
    headers = {} if header is None else {"Authorization": header}
    return getattr(Client(enforce_csrf_checks=True), method)(path, headers=headers)


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("path", LET_IN)
def test_each_role_passes_where_it_may(alice: User, settings: Any, path: str, role: Role) -> None:
    answer = call(path, f"Bearer {token_for(role, alice)}", "post")
    if role in LET_IN[path]:
        name = "swarm-beta" if role == Role.AGENT else "alice"
        assert (answer.status_code, answer.json()) == (
            200,
            {"caller": f"{role}:{name}@{settings.SWARM_NAME}"},
        )
    else:
        assert (answer.status_code, answer.json()) == (403, {"detail": "invalid role"})


@pytest.mark.parametrize("header", [None, "", "Basic YWxpY2U6c2VjcmV0"])
@pytest.mark.parametrize("path", ["/default", "/admin", "/both", "/agent"])
def test_nobody_is_told_that_no_key_came(path: str, header: str | None) -> None:
    answer = call(path, header)
    assert (answer.status_code, answer.json()) == (401, {"detail": "no API key provided"})
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer  ",
        "Bearer nonsense",
        "bearer x y",
        "Bearer é",
        "Bearer \x00",
        "Bearer " + "a" * 500_000,
    ],
    ids=range(7),
)
@pytest.mark.parametrize("path", ["/default", "/open", "/plain"])
def test_an_invalid_key_is_told_so_everywhere(path: str, header: str) -> None:
    answer = call(path, header)
    assert (answer.status_code, answer.json()) == (401, {"detail": "invalid API key"})


def test_the_word_bearer_may_be_written_in_any_case(alice: User) -> None:
    assert call("/both", f"bEARER   {token_for(Role.USER, alice)} ").status_code == 200


def test_an_open_view_lets_nobody_in_as_nobody() -> None:
    assert call("/open", None).json() == {"caller": None}


def test_a_session_acts_as_user_and_a_staff_session_as_admin(alice: User, settings: Any) -> None:
    browser = Client()
    browser.force_login(alice)
    assert browser.get("/both").json() == {"caller": f"user:alice@{settings.SWARM_NAME}"}
    assert browser.get("/admin").status_code == 403
    alice.is_staff = True
    alice.save()
    assert browser.get("/admin").json() == {"caller": f"admin:alice@{settings.SWARM_NAME}"}


@pytest.mark.parametrize("path", ["/both", "/plain"])
def test_a_changing_request_with_a_cookie_needs_the_csrf_token(alice: User, path: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    answer = browser.post(path)
    assert answer.status_code == 403
    assert "CSRF" in answer.json()["detail"]
    browser.cookies["csrftoken"] = "a" * 32
    assert browser.post(path, headers={"X-CSRFToken": "b" * 32}).status_code == 403
    assert browser.post(path, headers={"X-CSRFToken": "a" * 32}).status_code == 200


# The plain view looks tokens up on another thread, which sees only what is committed.
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/both", "/plain"])
def test_a_bearer_wins_over_a_cookie_and_needs_no_csrf_token(
    transactional_db: None, settings: Any, path: str
) -> None:
    alice = User.objects.create_user("alice")
    bob = User.objects.create_user("bob")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    answer = browser.post(path, headers={"Authorization": f"Bearer {token_for(Role.USER, bob)}"})
    assert answer.json() == {"caller": f"user:bob@{settings.SWARM_NAME}"}


@pytest.mark.parametrize("path", ["/both", "/plain"])
def test_the_session_of_an_inactive_user_is_nobody(alice: User, path: str) -> None:
    browser = Client()
    browser.force_login(alice)
    User.objects.update(is_active=False)
    answer = browser.get(path)
    assert (answer.status_code, answer.json()) == (401, {"detail": "no API key provided"})


def test_a_token_call_reads_no_session(alice: User, django_assert_num_queries: Any) -> None:
    header = f"Bearer {token_for(Role.USER, alice)}"
    call("/both", header)
    with django_assert_num_queries(1):
        call("/both", header)


def test_a_service_that_is_down_gives_503_with_a_sentence(settings: Any, service: TokenService) -> None:
    settings.TOKEN_INFO_ENDPOINT = f"{service.url}/info"
    service.answers["/info"] = (500, b"")
    answer = call("/both", "Bearer key-of-bob")
    assert answer.status_code == 503
    assert "try again later" in answer.json()["detail"]


def test_local_tokens_do_not_pass_where_the_service_decides(
    alice: User, settings: Any, service: TokenService
) -> None:
    token = token_for(Role.ADMIN, alice)
    settings.TOKEN_INFO_ENDPOINT = f"{service.url}/info"
    service.answers["/info"] = (401, {})
    assert call("/admin", f"Bearer {token}").status_code == 401


def test_the_openapi_document_names_both_ways_to_log_in() -> None:
    schema = SchemaGenerator(urlconf="tests.accounts.urls").get_schema(public=True)  # type: ignore[no-untyped-call]
    schemes = schema["components"]["securitySchemes"]
    assert schemes["bearer"]["scheme"] == "bearer"
    assert schemes["session"]["name"] == "sessionid"
    assert schema["paths"]["/admin"]["get"]["security"] == [{"bearer": []}, {"session": []}]
