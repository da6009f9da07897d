"""Definitions as a person reads them: files to download and differences to look at."""

import difflib
import json
import re
from typing import Any

from django.http import HttpResponse


def as_download(text: str, name: str) -> HttpResponse:
    safe = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{safe}"'},
    )


def as_text(document: Any) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def difference(before: Any, after: Any) -> list[tuple[str, str]]:
    """Lines with what became of each: added, removed, same or place."""
    kinds = {"+": "added", "-": "removed", "@": "place"}
    old = as_text(before).splitlines() if before is not None else []
    lines = list(difflib.unified_diff(old, as_text(after).splitlines(), n=3, lineterm=""))[2:]
    return [(kinds.get(line[:1], "same"), line) for line in lines]
