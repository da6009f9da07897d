"""What a step costs as tables fill and histories grow.

    python -m benchmarks.growth [--database sqlite] [--old-tasks 100000] [--events 10] [--entries 1000]

Old tasks are finished ones, each with its round, actors, mail, steps, history and events.
"""

import argparse
import time
from dataclasses import dataclass
from typing import Any

from benchmarks.inside import Engine, prepare, submit_one, wait_for
from benchmarks.table import show

CHUNK = 20_000
SERIES = {
    "sqlite": (
        "(with recursive s(i) as (select {first} union all select i + 1 from s where i < {last})"
        " select i from s) n"
    ),
    "postgresql": "generate_series({first}, {last}) as n(i)",
}
UUID = {"sqlite": "lower(hex(randomblob(16)))", "postgresql": "gen_random_uuid()"}


def fill(database: str, tasks: int, events: int) -> None:
    """Copy a finished task many times over, table by table, by SQL alone."""
    from django.db import connection

    from tasks.models import Actor, Delivery, Event, HistoryEntry, Message, Round, Step, Task

    pattern = submit_and_wait()
    first_task, first_actor = newest(Task) + 1, newest(Actor) + 1
    task, actor = f"{first_task} + (n.i - 1) % {tasks}", f"{first_actor} + (n.i - 1) % {tasks}"
    number = f"(n.i - 1) / {tasks}"
    copy = Copy(database)
    copy(Task, pattern, tasks, uuid=UUID[database], task_id="'old-' || n.i")
    copy(Round, oldest(Round, task=pattern), tasks, task_id=task)
    copy(Message, oldest(Message, task=pattern), 3 * tasks, task_id=task, uuid=UUID[database])
    pattern_actor = oldest(Actor, task=pattern)
    copy(Actor, pattern_actor, tasks, task_id=task)
    for model in (Delivery, Step):
        copy(model, oldest(model, actor=pattern_actor), 2 * tasks, task_id=task, actor_id=actor)
    entry = oldest(HistoryEntry, actor=pattern_actor)
    copy(HistoryEntry, entry, 4 * tasks, actor_id=actor, position=number)
    copy(Event, oldest(Event, task=pattern), events * tasks, task_id=task, sequence=f"1 + {number}")
    with connection.cursor() as cursor:
        cursor.execute("analyze")


def newest(model: Any) -> int:
    return int(model.objects.order_by("-pk")[0].pk)


def oldest(model: Any, **of: int) -> int:
    return int(model.objects.filter(**of).order_by("pk")[0].pk)


@dataclass
class Copy:
    """Copies one row of a table many times, with some columns computed from the copy's number n.i."""

    database: str

    def __call__(self, model: Any, source: int, count: int, **changes: str) -> None:
        # In pieces: a lock held for long would make the worker beside us miss its heartbeats.
        for first in range(1, count + 1, CHUNK):
            self._copy(model, source, first, min(first + CHUNK - 1, count), changes)

    def _copy(self, model: Any, source: int, first: int, last: int, changes: dict[str, str]) -> None:
        from django.db import connection

        columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
        names = ", ".join(f'"{column}"' for column in columns)
        values = ", ".join(changes.get(column, f'p."{column}"') for column in columns)
        series = SERIES[self.database].format(first=first, last=last)
        table = model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"insert into {table} ({names}) select {values}"
                f" from {series}, {table} p where p.id = {source}"
            )


def submit_and_wait() -> int:
    task = submit_one()
    wait_for([task])
    return task


def time_with_history(entries: int, rounds: int = 20) -> float:
    """Milliseconds of wall time for a whole task whose supervisor remembers so many entries."""
    from tasks.models import Actor, HistoryEntry, Message

    name = f"long-{entries}"
    task = submit_one(name)
    wait_for([task])
    actor = Actor.objects.get(task=task, agent="supervisor")
    content = {"role": "user", "content": "<message>" + "word " * 60 + "</message>"}
    message = Message.objects.filter(task=task).order_by("pk")[0]
    kinds: list[dict[str, Any]] = [
        {"kind": "summary", "content": content},
        {"kind": "message", "message": message},
    ]
    HistoryEntry.objects.bulk_create(
        HistoryEntry(actor=actor, position=actor.entries + number, **kinds[number % 2])
        for number in range(entries)
    )
    Actor.objects.filter(pk=actor.pk).update(entries=actor.entries + entries)
    begin = time.perf_counter()
    for _ in range(rounds):
        submit_one(name)
        wait_for([task])
    return (time.perf_counter() - begin) * 1000 / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgresql"])
    parser.add_argument("--tasks", type=int, default=100)
    parser.add_argument("--old-tasks", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=10, help="events of each old task")
    parser.add_argument("--entries", type=int, default=1000)
    options = parser.parse_args()
    with prepare(options.database):
        engine = Engine()
        engine.run(20)
        empty = engine.run(options.tasks)
        short, long = time_with_history(0), time_with_history(options.entries)
        fill(options.database, options.old_tasks, options.events)
        engine.run(20)
        full = engine.run(options.tasks)
        engine.stop()
    show(
        f"{options.database}: {options.old_tasks} old tasks with {options.events} events each",
        ("tables", "CPU ms/step", "wall ms/step", "times empty (CPU)", "times empty (wall)"),
        [
            ("empty", empty.cpu_ms, empty.wall_ms, 1.0, 1.0),
            ("full", full.cpu_ms, full.wall_ms, full.cpu_ms / empty.cpu_ms, full.wall_ms / empty.wall_ms),
        ],
    )
    # The supervisor takes two of the four steps.
    show(
        f"{options.database}: a history of {options.entries} entries",
        ("history", "task ms", "added to each step with it, ms"),
        [("short", short, 0.0), ("long", long, (long - short) / 2)],
    )


if __name__ == "__main__":
    main()
