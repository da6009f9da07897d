"""References: which are well formed, which may be followed, and what they give."""

import sys
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from mail.fetch import FetchPolicy
from mail.references import (
    BadReference,
    Reference,
    ReferenceKind,
    ReferencePolicy,
    UrlReadError,
    looks_like_reference,
    read_python_string,
    read_url_string,
    resolve_python,
    resolve_references,
)
from mail.utils.parsing import resolve_prefixed_string_references
from tests.mail import sample_references
from tests.mail.loopback import reply, serve

HERE = "tests.mail.sample_references"
POLICY = ReferencePolicy(("tests.",), FetchPolicy(allow_private=True, timeout=2))


def resolve(text: str, *prefixes: str) -> Any:
    return resolve_python(Reference.parse(text), prefixes)


def test_a_reference_is_read_with_and_without_its_prefix() -> None:
    bare, full = Reference.parse("a.b:C"), Reference.parse("python::a.b:C")
    assert bare == full
    assert (full.kind, full.module, full.attribute, str(full)) == (
        ReferenceKind.PYTHON,
        "a.b",
        "C",
        "python::a.b:C",
    )
    assert Reference.parse("url::https://example.org/x").kind is ReferenceKind.URL
    assert Reference.parse("registered::mine").target == "mine"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.b",
        "a.b:",
        ":C",
        "python::",
        "python::a.b",
        "python::a b:C",
        "python::a.b:C.d",
        "a.b:C()",
        "..a:b",
        "url::",
    ],
)
def test_malformed_references_are_refused(text: str) -> None:
    with pytest.raises(BadReference):
        Reference.parse(text)


def test_plain_texts_are_not_references() -> None:
    assert Reference.find("a.b:C") is None
    assert Reference.find("hello::world") is None
    assert Reference.find(5) is None


def test_a_forgotten_prefix_can_be_noticed() -> None:
    assert looks_like_reference("mail.examples.supervisor.prompts:SYSPROMPT")
    for text in ("note:this", "https://example.org", "Be brief: now", 5):
        assert not looks_like_reference(text)


def test_mail_itself_is_always_allowed() -> None:
    assert resolve("python::mail.references:MAX_DEPTH") == 32


def test_other_modules_must_be_allowed() -> None:
    with pytest.raises(BadReference, match="MAIL_PYTHON_PREFIXES"):
        resolve(f"{HERE}:PROMPT")
    assert resolve(f"{HERE}:PROMPT", "tests.") == "Be brief."
    assert resolve(f"{HERE}:PROMPT", HERE) == "Be brief."


@pytest.mark.parametrize("prefixes", [(), ("",), (".",), ("  ",), ("o",), ("os.path",)])
def test_a_refused_module_is_never_imported(prefixes: Any) -> None:
    sys.modules.pop("antigravity", None)
    for text in ("python::os:system", "python::antigravity:webbrowser", "mailbox:Mailbox"):
        with pytest.raises(BadReference, match="may not be imported"):
            resolve(text, *prefixes)
    assert "antigravity" not in sys.modules


@pytest.mark.parametrize("name", ["os", "subprocess", "run", "__builtins__", "__name__"])
def test_what_an_allowed_module_merely_imported_is_not_handed_out(name: str) -> None:
    with pytest.raises(BadReference):
        resolve(f"{HERE}:{name}", "tests.")


def test_functions_and_classes_are_handed_out() -> None:
    assert resolve(f"{HERE}:Factory", "tests.") is sample_references.Factory
    assert resolve(f"{HERE}:function", "tests.")() == "called"


@pytest.mark.parametrize("text", ["mail.nothing_here:x", "mail.references:nothing"])
def test_what_is_not_there_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadReference, match=r"cannot be imported|has no"):
        resolve(text)


def test_nested_values_are_resolved_and_literals_kept() -> None:
    value = {"a": f"python::{HERE}:NESTED", "b": [f"python::{HERE}:PROMPT", 5, None], "c": f"{HERE}:PROMPT"}
    assert resolve_references(value, POLICY) == {
        "a": {"system": "Be brief.", "list": ["plain"]},
        "b": ["Be brief.", 5, None],
        "c": f"{HERE}:PROMPT",
    }


@pytest.mark.parametrize("name", ["LOOP", "BACK"])
def test_references_that_refer_back_are_refused(name: str) -> None:
    with pytest.raises(BadReference, match="refers back to itself"):
        resolve_references({"system": f"python::{HERE}:{name}"}, POLICY)


def test_endless_values_are_refused() -> None:
    with pytest.raises(BadReference, match="nested more than"):
        resolve_references(f"python::{HERE}:ENDLESS", POLICY)


def test_a_url_gives_its_json_as_text() -> None:
    with serve(lambda handler: reply(handler, b'{ "a" : "\\u00e9" }')) as server:
        assert resolve_references({"x": f"url::{server.url()}"}, POLICY) == {"x": '{"a": "é"}'}


def test_a_url_may_give_plain_text() -> None:
    with serve(
        lambda handler: reply(handler, b"Be kind.", Content_Type="text/plain; charset=utf-8")
    ) as server:
        assert resolve_references(f"url::{server.url()}", POLICY) == "Be kind."


def test_a_page_elsewhere_cannot_name_code() -> None:
    with serve(lambda handler: reply(handler, b"python::os:system", Content_Type="text/plain")) as server:
        assert resolve_references(f"url::{server.url()}", POLICY) == "python::os:system"


def not_found(handler: BaseHTTPRequestHandler) -> None:
    reply(handler, b"{}", 404)


def page(handler: BaseHTTPRequestHandler) -> None:
    reply(handler, b"<html>", Content_Type="text/html")


def binary(handler: BaseHTTPRequestHandler) -> None:
    reply(handler, b"\xff\xfe", Content_Type="text/plain")


@pytest.mark.parametrize("answer", [not_found, page, binary])
def test_a_url_that_cannot_be_read_fails_or_gives_itself(answer: Any) -> None:
    with serve(answer) as server:
        with pytest.raises(UrlReadError):
            resolve_references(f"url::{server.url()}", POLICY)
        assert read_url_string(server.url(), policy=POLICY.fetch) == server.url()
        with pytest.raises(RuntimeError):
            read_url_string(server.url(), raise_on_error=True, policy=POLICY.fetch)


def test_the_environment_decides_for_the_helpers_of_mail_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAIL_PYTHON_PREFIXES", raising=False)
    with pytest.raises(BadReference):
        read_python_string(f"{HERE}:PROMPT")
    monkeypatch.setenv("MAIL_PYTHON_PREFIXES", "other, tests.mail")
    assert read_python_string(f"{HERE}:PROMPT") == "Be brief."
    assert resolve_prefixed_string_references([f"python::{HERE}:PROMPT"]) == ["Be brief."]
