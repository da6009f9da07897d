"""Static files of the running server, asked for the way a browser does: many at once."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

pytestmark = pytest.mark.xdist_group("contract")

PATH = "/static/web/css/base.css"


def test_many_requests_at_once_all_succeed(nobody: httpx.Client) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: nobody.get(PATH), range(64)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1


def test_a_file_that_did_not_change_is_not_sent_again(nobody: httpx.Client) -> None:
    first = nobody.get(PATH)
    assert first.headers["content-type"].startswith("text/css")
    again = nobody.get(PATH, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content


def test_what_is_not_there_is_not_found(nobody: httpx.Client) -> None:
    for path in ("/static/nothing.css", "/static/../manage.py", "/static/%2e%2e/manage.py"):
        assert nobody.get(path).status_code == 404
    assert nobody.post(PATH).status_code == 405
