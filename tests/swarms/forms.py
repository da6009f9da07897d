"""What a person's browser posts when the swarm's page is filled in."""

import html
import re
from typing import Any

from django.test import Client

ADD = "/admin/swarms/swarm/add/"
INPUT = re.compile(r"<(input|select|textarea)\b([^>]*)>", re.DOTALL)
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')

Row = dict[str, Any]


def fields_of(page: str, prefix: str) -> dict[str, str]:
    """The values that the page's form starts with, for the fields of one prefix."""
    found: dict[str, str] = {}
    for match in INPUT.finditer(page):
        attributes = dict(ATTRIBUTE.findall(match.group(2)))
        name = attributes.get("name", "")
        if not name.startswith(prefix) or attributes.get("type") in ("checkbox", "submit", "file"):
            continue
        found[name] = html.unescape(value_of(page, match, attributes))
    return found


def value_of(page: str, match: "re.Match[str]", attributes: dict[str, str]) -> str:
    rest = page[match.end() :]
    if match.group(1) == "textarea":
        return rest[: rest.index("</textarea>")].removeprefix("\n")
    if match.group(1) == "select":
        chosen = re.search(r'<option value="([^"]*)"\s+selected', rest[: rest.index("</select>")])
        return chosen.group(1) if chosen else ""
    return attributes.get("value", "")


def filled(client: Client, address: str, swarm: Row, agents: list[Row], actions: list[Row]) -> dict[str, str]:
    """The page's own defaults with what the person wrote over them; new rows come from the empty ones."""
    page = client.get(address).content.decode()
    data = {name: value for name, value in fields_of(page, "").items() if "__prefix__" not in name}
    data |= as_posted("", swarm)
    for prefix, rows in (("agents", agents), ("actions", actions)):
        start = int(data[f"{prefix}-TOTAL_FORMS"])
        template = fields_of(page, f"{prefix}-__prefix__-")
        for place, row in enumerate(rows, start):
            data |= {name.replace("__prefix__", str(place)): value for name, value in template.items()}
            data |= as_posted(f"{prefix}-{place}-", row)
        data[f"{prefix}-TOTAL_FORMS"] = str(start + len(rows))
    return data


def as_posted(prefix: str, row: Row) -> dict[str, str]:
    return {
        prefix + name: "on" if value is True else str(value)
        for name, value in row.items()
        if value is not False
    }
