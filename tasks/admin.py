"""Tasks in the control room: what runs, read-only, with the same verbs as the API behind the buttons."""

from typing import Any

from django.contrib import admin
from django.contrib.messages import SUCCESS, WARNING
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from accounts.identify import identify_session
from tasks.errors import AlreadyFinished
from tasks.finish import cancel
from tasks.models import Event, Message, Round, Task, Worker


class ReadOnly:
    """Rows are the engine's to write."""

    def has_add_permission(self, request: HttpRequest, *_: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, *_: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, *_: Any) -> bool:
        return False


class RoundInline(ReadOnly, TabularInline):  # type: ignore[misc]  # the theme ships no types
    model = Round
    fields = readonly_fields = ["number", "status", "entrypoint", "opened_at", "closed_at", "response"]
    extra = 0


class EventInline(ReadOnly, TabularInline):  # type: ignore[misc]  # the theme ships no types
    """The newest events; the whole log is behind the API and the task's page."""

    model = Event
    fields = readonly_fields = ["sequence", "name", "description", "created_at"]
    extra = 0
    ordering = ["-sequence"]
    per_page = 50


@admin.register(Task)
class TaskAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # the theme ships no types
    list_display = ["task_id", "title", "owner", "swarm", "status", "round", "cost", "updated_at"]
    list_filter = ["status", "swarm"]
    list_select_related = ["swarm"]
    search_fields = ["task_id__startswith", "owner__startswith"]
    ordering = ["-id"]
    # Counting a million rows for a page number would make the list slow.
    show_full_result_count = False
    inlines = [RoundInline, EventInline]
    actions = ["cancel_selected"]

    @admin.action(description="Cancel the selected tasks")
    def cancel_selected(self, request: HttpRequest, queryset: QuerySet[Task]) -> None:
        caller = identify_session(request.user)
        cancelled = 0
        for task in queryset:
            try:
                cancel(task, caller)
            except AlreadyFinished:
                self.message_user(request, f"{task.task_id} has finished already.", WARNING)
            else:
                cancelled += 1
        self.message_user(request, f"{cancelled} task(s) cancelled.", SUCCESS)


@admin.register(Message)
class MessageAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # the theme ships no types
    list_display = ["id", "task", "msg_type", "sender", "subject", "created_at"]
    list_filter = ["msg_type", "sender_type"]
    list_select_related = ["task"]
    ordering = ["-id"]
    show_full_result_count = False


@admin.register(Worker)
class WorkerAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # the theme ships no types
    list_display = ["id", "host", "pid", "started_at", "beat_at"]
