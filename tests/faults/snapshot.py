"""What became of a task, from its rows, without what differs between any two runs: ids, names, times."""

import json
import re
from typing import Any

from psycopg import Connection

NAMES = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|call_[a-z]+_\d+_\d+|\[case:\S+ |case-\S+?(?=[\"\\])"
)
QUERIES = {
    "events": (
        "select sequence, name, description, extra from tasks_event"
        " where task_id = %(task)s order by sequence"
    ),
    "messages": (
        "select round, msg_type, sender_type, sender, recipients, subject, body, reference from tasks_message"
        " where task_id = %(task)s order by id"
    ),
    "history": (
        "select a.agent, h.position, h.kind, h.content, m.body, h.is_hidden from tasks_historyentry h"
        " join tasks_actor a on a.id = h.actor_id left join tasks_message m on m.id = h.message_id"
        " where a.task_id = %(task)s order by a.agent, h.position"
    ),
    "mail": (
        "select a.agent, d.priority, d.state from tasks_delivery d join tasks_actor a on a.id = d.actor_id"
        " where d.task_id = %(task)s order by d.id"
    ),
    "actions": "select name, state, result from tasks_actionrun where task_id = %(task)s order by id",
    "task": (
        "select status, round, last_event, message_count, step_count, input_tokens, output_tokens"
        " from tasks_task where id = %(task)s"
    ),
}
Snapshot = dict[str, list[Any]]


def take_snapshot(database: Connection[Any], task_pk: int) -> Snapshot:
    rows = {name: database.execute(query, {"task": task_pk}).fetchall() for name, query in QUERIES.items()}
    found: Snapshot = json.loads(normalise(json.dumps(rows)))
    return found


def normalise(text: str) -> str:
    """Call the first id id-1, the second id-2 and so on."""
    names: dict[str, str] = {}
    return NAMES.sub(lambda found: names.setdefault(found.group(), f"id-{len(names) + 1}"), text)


def open_leases(database: Connection[Any], task_pk: int) -> int:
    query = "select count(*) from tasks_actor where task_id = %s and worker_id is not null"
    row = database.execute(query, [task_pk]).fetchone()
    return int(row[0]) if row else 0
