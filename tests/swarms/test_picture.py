"""The picture of who may write to whom."""

from itertools import combinations
from typing import Any

from swarms.layout import HEIGHT, WIDTH, Kind, lay_out
from swarms.picture import draw_swarm

Document = dict[str, Any]


def swarm_of(**targets: list[str]) -> Document:
    agents = [{"name": name, "comm_targets": names} for name, names in targets.items()]
    return {"entrypoint": next(iter(targets), ""), "agents": agents}


def test_the_entrypoint_stands_above_those_it_reaches() -> None:
    rows = {node.name: node.row for node in lay_out(swarm_of(a=["b"], c=["a"], b=["d"], d=[])).nodes}
    assert rows == {"a": 0, "b": 1, "d": 2, "c": 3}


def test_two_who_write_to_each_other_share_one_line() -> None:
    edges = lay_out(swarm_of(a=["b", "c"], b=["a"], c=[])).edges
    assert [(edge.source.name, edge.target.name, edge.both_ways) for edge in edges] == [
        ("a", "b", True),
        ("a", "c", False),
    ]


def test_remote_and_missing_agents_are_drawn_as_such() -> None:
    kinds = {node.name: node.kind for node in lay_out(swarm_of(a=["b@far", "ghost", "a"])).nodes}
    assert kinds == {"a": Kind.LOCAL, "b@far": Kind.REMOTE, "ghost": Kind.MISSING}


def test_thirty_agents_fit_without_covering_each_other() -> None:
    names = [f"agent{number}" for number in range(30)]
    layout = lay_out(swarm_of(**{name: [other for other in names if other != name] for name in names}))
    assert len(layout.nodes) == 30
    assert layout.width <= 1300
    for one, other in combinations(layout.nodes, 2):
        assert abs(one.x - other.x) >= WIDTH or abs(one.y - other.y) >= HEIGHT
    assert all(0 <= node.x <= layout.width - WIDTH for node in layout.nodes)


def test_names_cannot_break_out_of_the_picture() -> None:
    picture = draw_swarm(swarm_of(**{'<script>"': ['"><b>']}))
    assert "<script>" not in picture
    assert "<b>" not in picture


def test_a_swarm_without_agents_has_no_picture() -> None:
    assert draw_swarm(swarm_of()) == ""
