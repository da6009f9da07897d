"""The picture of who may write to whom, as SVG."""

from collections.abc import Mapping
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from swarms.layout import GAP_Y, HEIGHT, WIDTH, Edge, Kind, Layout, Node, lay_out

# Enough hues to follow one agent's arrows; admin.css gives each a colour for light and dark pages.
HUES = 8
LONGEST_NAME = 18
BEND = 0.55


def draw_swarm(document: Mapping[str, Any]) -> SafeString:
    """The agents of a definition and arrows from each to those it may write to."""
    layout = lay_out(document)
    if not layout.nodes:
        return SafeString("")
    hue = {node.name: number % HUES for number, node in enumerate(layout.nodes)}
    return format_html(
        '<svg class="swarm-picture" viewBox="0 0 {} {}" width="{}" role="img" aria-label="{}">{}{}{}</svg>',
        layout.width,
        layout.height,
        layout.width,
        describe(layout),
        markers(),
        format_html_join("", "{}", ((draw_edge(edge, hue[edge.source.name]),) for edge in layout.edges)),
        format_html_join("", "{}", ((draw_node(node, hue[node.name]),) for node in layout.nodes)),
    )


def describe(layout: Layout) -> str:
    """The picture in words, for those who do not see it."""
    words = "; ".join(
        f"{edge.source.name} {'and' if edge.both_ways else 'to'} {edge.target.name}" for edge in layout.edges
    )
    return f"Who may write to whom: {words or 'nobody writes to anybody'}"


def markers() -> SafeString:
    """One arrowhead per hue: a marker does not take the colour of its line in every browser."""
    heads = format_html_join(
        "",
        '<marker id="arrow-{}" class="hue-{}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
        'markerHeight="7" orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 z"/></marker>',
        ((hue, hue) for hue in range(HUES)),
    )
    return format_html("<defs>{}</defs>", heads)


def draw_edge(edge: Edge, hue: int) -> SafeString:
    start = format_html(' marker-start="url(#arrow-{})"', hue) if edge.both_ways else SafeString("")
    return format_html(
        '<path class="edge hue-{}" d="{}" marker-end="url(#arrow-{})"{} data-from="{}" data-to="{}">'
        "<title>{} {} {}</title></path>",
        hue,
        path_of(edge.source, edge.target),
        hue,
        start,
        edge.source.name,
        edge.target.name,
        edge.source.name,
        "↔" if edge.both_ways else "→",
        edge.target.name,
    )


def path_of(source: Node, target: Node) -> str:
    """A curve from box to box: down or up between rows, over the heads within one."""
    if source.row == target.row:
        return arc_over(source, target)
    down = 1 if target.row > source.row else -1
    # Lines leave and arrive a little towards each other, so that several at one box can be told apart.
    lean = max(-WIDTH / 3, min(WIDTH / 3, (target.x - source.x) / 5))
    x1, y1 = source.x + WIDTH / 2 + lean, source.y + (HEIGHT if down > 0 else 0)
    x2, y2 = target.x + WIDTH / 2 - lean, target.y + (0 if down > 0 else HEIGHT)
    bend = (y2 - y1) * BEND
    return f"M{x1:.0f} {y1:.0f} C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2:.0f}"


def arc_over(source: Node, target: Node) -> str:
    right = 1 if target.x > source.x else -1
    if abs(target.x - source.x) < 2 * WIDTH:
        y = source.y + HEIGHT / 2
        x1 = source.x + (WIDTH if right > 0 else 0)
        x2 = target.x + (0 if right > 0 else WIDTH)
        return f"M{x1:.0f} {y:.0f} L{x2:.0f} {y:.0f}"
    x1, x2 = source.x + WIDTH / 2 + right * WIDTH / 4, target.x + WIDTH / 2 - right * WIDTH / 4
    rise = min(GAP_Y * 0.8, abs(x2 - x1) / 8)
    y = source.y + HEIGHT
    return f"M{x1:.0f} {y:.0f} C{x1:.0f} {y + rise:.0f} {x2:.0f} {y + rise:.0f} {x2:.0f} {y:.0f}"


def draw_node(node: Node, hue: int) -> SafeString:
    shown = node.name if len(node.name) <= LONGEST_NAME else node.name[: LONGEST_NAME - 1] + "…"
    marks = [
        *(["entrypoint"] if node.is_entrypoint else []),
        *(["completes tasks"] if node.completes else []),
        *({Kind.REMOTE: ["other swarm"], Kind.MISSING: ["does not exist"]}.get(node.kind, [])),
    ]
    classes = ["node", f"hue-{hue}", node.kind.value, *(["entrypoint"] if node.is_entrypoint else [])]
    classes += ["completes"] if node.completes else []
    return format_html(
        '<g class="{}" data-name="{}" tabindex="0" transform="translate({} {})"><title>{}</title>'
        '<rect width="{}" height="{}" rx="9"/>{}<text class="name" x="{}" y="{}">{}</text>{}</g>',
        " ".join(classes),
        node.name,
        round(node.x),
        round(node.y),
        ", ".join([node.name, *marks]),
        WIDTH,
        HEIGHT,
        # A second frame marks who may finish the task.
        format_html('<rect class="inner" x="4" y="4" width="{}" height="{}" rx="6"/>', WIDTH - 8, HEIGHT - 8)
        if node.completes
        else "",
        WIDTH / 2,
        HEIGHT / 2 - (3 if marks else -5),
        shown,
        format_html(
            '<text class="mark" x="{}" y="{}">{}</text>', WIDTH / 2, HEIGHT / 2 + 14, " · ".join(marks)
        )
        if marks
        else "",
    )
