"""What an answer may show, and what it may never do."""

import re

import pytest

from web.markdown import to_html


def test_it_shows_headings_lists_and_emphasis() -> None:
    html = to_html("# Forecast\n\n- *mild*\n- **dry**")
    assert "<h1>Forecast</h1>" in html
    assert "<li><em>mild</em></li>" in html
    assert "<li><strong>dry</strong></li>" in html


def test_it_keeps_code_as_it_is_written() -> None:
    html = to_html("```python\nif a < b:\n    go()\n```")
    assert '<code class="language-python">if a &lt; b:\n    go()\n</code>' in html


def test_it_says_how_table_cells_are_aligned_without_a_style() -> None:
    html = to_html("| a | b |\n| :- | -: |\n| 1 | 2 |")
    assert '<td class="align-right">2</td>' in html
    assert "style" not in html


def test_it_keeps_single_line_breaks() -> None:
    assert "<br>" in to_html("one\ntwo")


def test_it_makes_links_that_give_nothing_away() -> None:
    html = to_html("[site](https://example.com/a?b=c)")
    assert 'href="https://example.com/a?b=c"' in html
    assert 'rel="noopener noreferrer nofollow"' in html


def test_it_keeps_text_that_runs_from_right_to_left() -> None:
    assert "שלום עולם" in to_html("שלום עולם")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        "<iframe src='javascript:alert(1)'></iframe>",
        "<a href='javascript:alert(1)'>x</a>",
        "<style>body{display:none}</style>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:msgbox)",
        "[x](java\nscript:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "<javascript:alert(1)>",
        "![x](https://example.com/pixel.png)",
        '[x](https://example.com "a\\" onmouseover=\\"alert(1)")',
        '```x" onclick="alert(1)\n<script>alert(1)</script>\n```',
        "| a |\n| - |\n| <script>alert(1)</script> |",
    ],
)
def test_it_lets_nothing_run(text: str) -> None:
    html = to_html(text)
    tags = re.findall(r"<\s*/?\s*([a-zA-Z0-9]+)([^>]*)>", html)
    assert not {"script", "img", "svg", "iframe", "style"} & {name.lower() for name, _ in tags}
    for _, attributes in tags:
        names = re.findall(r"([\w-]+)=\"", attributes)
        assert set(names) <= {"href", "rel", "title", "class", "start"}
        assert not re.search(r'href="\s*(?!https?:|mailto:)', attributes)


def test_it_survives_deep_nesting() -> None:
    assert to_html(">" * 5_000 + " deep").count("<blockquote>") <= 100
    assert "deep" in to_html(">" * 40 + " deep")


def test_it_survives_a_huge_table() -> None:
    assert to_html("| a | b |\n| - | - |\n" + "| 1 | 2 |\n" * 5_000).count("<tr>") == 5_001
