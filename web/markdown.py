"""Turns an agent's Markdown into HTML that is safe to show: no raw HTML, no scripts, no odd links."""

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
BLOCKS = {"blockquote", "hr", "li", "ol", "p", "pre", "ul"}
TABLES = {"table", "tbody", "td", "th", "thead", "tr"}
WORDS = {"a", "br", "code", "em", "s", "strong"}
ATTRIBUTES = {"a": {"href", "title"}, "code": {"class"}, "ol": {"start"}, "td": {"class"}, "th": {"class"}}
SCHEMES = {"http", "https", "mailto"}
# Deeper than anybody writes, and shallow enough for the parser, which calls itself for each level.
DEEPEST = 100
LINK_RELATION = "noopener noreferrer nofollow"
# What markdown-it writes as an inline style, which our pages do not allow, as a class of theirs.
ALIGNMENTS = {"text-align:left": "left", "text-align:center": "center", "text-align:right": "right"}


def align_by_class(state: StateCore) -> None:
    """Table cells say their alignment with a class instead of a style."""
    for token in state.tokens:
        if style := token.attrs.pop("style", None):
            token.attrs["class"] = f"align-{ALIGNMENTS.get(str(style), 'left')}"


def new_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": DEEPEST})
    parser.enable(["table", "strikethrough"])
    # A picture's address would tell another server that the answer is being read; it becomes a link.
    parser.disable("image")
    parser.core.ruler.push("align_by_class", align_by_class)
    return parser


PARSER = new_parser()


def to_html(text: str) -> str:
    """The text as HTML. What the parser lets through is cleaned once more, by an allow list."""
    return nh3.clean(
        PARSER.render(text),
        tags=HEADINGS | BLOCKS | TABLES | WORDS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel=LINK_RELATION,
    )
