"""Whose tasks a caller sees. The one place where tasks are filtered by owner."""

import uuid

from django.db.models import Q, QuerySet

from accounts.caller import Caller
from tasks.errors import UnknownTask
from tasks.models import Task


def own_tasks(caller: Caller, *, everybodys: bool = False) -> QuerySet[Task]:
    """The caller's tasks; all tasks for an admin who asks for everybody's."""
    tasks = Task.objects.select_related("swarm")
    if everybodys and caller.is_admin:
        return tasks
    return tasks.filter(account=caller.account)


def get_task(caller: Caller, name: str) -> Task:
    """A task by the caller's own name for it, or by its UUID. A stranger's does not exist."""
    task = own_tasks(caller).filter(task_id=name).first()
    if task is None and (number := _find_uuid(name)) is not None:
        task = own_tasks(caller, everybodys=True).filter(uuid=number).first()
    if task is None:
        raise UnknownTask(f"task {name!r} not found")
    return task


def _find_uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def search(tasks: QuerySet[Task], words: str) -> QuerySet[Task]:
    return tasks.filter(Q(title__icontains=words) | Q(task_id__icontains=words)) if words else tasks
