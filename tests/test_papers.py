"""The papers say what the code does."""

import re
from pathlib import Path

from mailproject.env import VARIABLES

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def test_the_configuration_page_lists_exactly_the_variables_of_the_code() -> None:
    page = (ROOT / "docs/configuration.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| `?([^|`]*)`? \| `?([^|`]*)`? \| (.+) \|$", page, re.MULTILINE)
    written = [(name, default.strip(), key.strip(), meaning) for name, default, key, meaning in rows]
    assert written == [(each.name, each.default, each.config_key, each.meaning) for each in VARIABLES]


def test_every_link_between_the_papers_leads_somewhere() -> None:
    papers = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "spec").rglob("*.md")]
    broken = [
        f"{paper.name}: {target}"
        for paper in papers
        for target in LINK.findall(paper.read_text())
        if not (paper.parent / target).exists()
    ]
    assert not broken
