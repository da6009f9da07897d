"""Which tests can run here, and a plain word at the end about what was exercised and what was not."""

import os
import sys
from functools import cache

import pytest

from tests.services import SERVICES

REQUIRED = os.environ.get("MAIL_TEST_SERVICES") == "required"


@cache
def is_there(service: str) -> bool:
    return SERVICES[service]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for service in SERVICES:
            if item.get_closest_marker(service) and not is_there(service):
                item.add_marker(pytest.mark.usefixtures("service_missing"))
                item.user_properties.append(("missing", service))


@pytest.fixture
def service_missing(request: pytest.FixtureRequest) -> None:
    missing = ", ".join(value for name, value in request.node.user_properties if name == "missing")
    if REQUIRED:
        pytest.fail(f"{missing} is required (MAIL_TEST_SERVICES=required) and is not there")
    pytest.skip(f"{missing} is not there")


@pytest.fixture(autouse=True)
def no_compiled_swarms() -> None:
    """A rolled-back test gives its version numbers back: what was compiled for them must go too."""
    if "swarms.compile" in sys.modules:
        sys.modules["swarms.compile"].forget_compiled()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in the last lines what the tests that passed have really used, and what was left out."""
    passed = terminalreporter.stats.get("passed", [])
    used = {service for report in passed for service in SERVICES if service in report.keywords}
    used.add(os.environ.get("MAIL_TEST_DATABASE", "sqlite"))
    missing = [service for service in SERVICES if not is_there(service)]
    terminalreporter.write_line(f"exercised: {', '.join(sorted(used))}")
    if missing:
        terminalreporter.write_line(f"NOT exercised, because not there: {', '.join(missing)}")
