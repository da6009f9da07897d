"""Where each agent stands in the picture: the entrypoint on top, then whom it reaches, in layers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

ROW_LENGTH = 6
WIDTH, HEIGHT = 164, 52
GAP_X, GAP_Y = 36, 66
MARGIN = 24


class Kind(StrEnum):
    LOCAL = "local"
    REMOTE = "remote"
    MISSING = "missing"


@dataclass(frozen=True)
class Node:
    name: str
    kind: Kind
    is_entrypoint: bool
    completes: bool
    row: int
    x: float
    y: float


@dataclass(frozen=True)
class Edge:
    source: Node
    target: Node
    both_ways: bool


@dataclass(frozen=True)
class Layout:
    nodes: list[Node]
    edges: list[Edge]
    width: float
    height: float


def lay_out(document: Mapping[str, Any]) -> Layout:
    """Places for all agents of a definition, and for the remote or missing ones they name."""
    targets = {agent["name"]: list(dict.fromkeys(agent["comm_targets"])) for agent in document["agents"]}
    entrypoint = document["entrypoint"]
    rows = split_rows(order_layers(find_layers(targets, entrypoint), targets))
    flags = {agent["name"]: bool(agent.get("can_complete_tasks")) for agent in document["agents"]}
    widest = max((len(row) for row in rows), default=1)
    width = 2 * MARGIN + widest * WIDTH + (widest - 1) * GAP_X
    nodes = {}
    for number, row in enumerate(rows):
        start = (width - len(row) * WIDTH - (len(row) - 1) * GAP_X) / 2
        for place, name in enumerate(row):
            nodes[name] = Node(
                name=name,
                kind=kind_of(name, targets),
                is_entrypoint=name == entrypoint,
                completes=flags.get(name, False),
                row=number,
                x=start + place * (WIDTH + GAP_X),
                y=MARGIN + number * (HEIGHT + GAP_Y),
            )
    height = 2 * MARGIN + len(rows) * HEIGHT + max(0, len(rows) - 1) * GAP_Y
    return Layout(list(nodes.values()), find_edges(targets, nodes), width, height)


def kind_of(name: str, targets: Mapping[str, list[str]]) -> Kind:
    if name in targets:
        return Kind.LOCAL
    return Kind.REMOTE if "@" in name else Kind.MISSING


def find_layers(targets: Mapping[str, list[str]], entrypoint: str) -> list[list[str]]:
    """By distance from the entrypoint; agents nobody reaches come after, strangers last."""
    first = [entrypoint] if entrypoint in targets else list(targets)[:1]
    layers, seen = [first] if first else [], set(first)
    while layers and (reached := next_layer(layers[-1], targets, seen)):
        layers.append(reached)
        seen.update(reached)
    unreached = [name for name in targets if name not in seen]
    strangers = sorted({name for names in targets.values() for name in names if name not in targets})
    return [*layers, *([unreached] if unreached else []), *([strangers] if strangers else [])]


def next_layer(layer: list[str], targets: Mapping[str, list[str]], seen: set[str]) -> list[str]:
    reached = (name for source in layer for name in targets[source] if name in targets and name not in seen)
    return list(dict.fromkeys(reached))


def order_layers(layers: list[list[str]], targets: Mapping[str, list[str]]) -> list[list[str]]:
    """Each agent near those of the layer above that write to it, so that fewer arrows cross."""
    ordered: list[list[str]] = []
    for layer in layers:
        above = {name: place for place, name in enumerate(ordered[-1])} if ordered else {}

        def middle(name: str, above: dict[str, int] = above) -> float:
            writers = [place for writer, place in above.items() if name in targets.get(writer, ())]
            return sum(writers) / len(writers) if writers else len(above)

        ordered.append(sorted(layer, key=middle))
    return ordered


def split_rows(layers: list[list[str]]) -> list[list[str]]:
    """Wide layers break into rows of even length, so that thirty agents still fit on a page."""
    rows = []
    for layer in layers:
        count = -(-len(layer) // ROW_LENGTH)
        size = -(-len(layer) // count)
        rows += [layer[start : start + size] for start in range(0, len(layer), size)]
    return rows


def find_edges(targets: Mapping[str, list[str]], nodes: Mapping[str, Node]) -> list[Edge]:
    """One line for each pair: two that write to each other share it."""
    edges, drawn = [], set()
    for source, names in targets.items():
        for target in names:
            if target == source or (target, source) in drawn:
                continue
            both = source in targets.get(target, ())
            edges.append(Edge(nodes[source], nodes[target], both))
            drawn.add((source, target))
    return edges
