"""The list of swarms and the page of one."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse

from swarms.admin.draft import Draft
from swarms.admin.forms import SwarmForm
from swarms.admin.inlines import ActionInline, AgentInline
from swarms.admin.pages import SwarmPages
from swarms.admin.suggestions import page_context
from swarms.admin.text import as_download
from swarms.admin.theme import button, column
from swarms.export import to_document, to_file
from swarms.find import choose_default
from swarms.models import Swarm
from swarms.picture import draw_swarm
from swarms.store import save_rows

if TYPE_CHECKING:
    from django.forms import BaseModelFormSet

FIELDSETS: Any = (
    (
        None,
        {
            "fields": (
                ("name", "version"),
                "description",
                ("entrypoint", "keywords"),
                ("is_default", "public", "enable_interswarm"),
                "action_imports",
            )
        },
    ),
    (
        "Limits, breakpoints and the rest",
        {
            "classes": ["collapse"],
            "fields": (
                ("task_message_limit", "budget_tokens"),
                ("budget_cost", "budget_seconds"),
                ("breakpoint_tools", "exclude_tools"),
                "enable_db_agent_histories",
                "extra",
            ),
        },
    ),
)


class SwarmAdmin(SwarmPages):
    form = SwarmForm
    inlines = (AgentInline, ActionInline)
    fieldsets = FIELDSETS
    list_display = (
        "name",
        "state",
        "is_default",
        "version",
        "agent_count",
        "public",
        "enable_interswarm",
        "changed_at",
    )
    list_filter = ("is_runnable", "is_default", "public", "enable_interswarm")
    search_fields = ("name", "description")
    ordering = ("name",)
    actions = ("export_selected",)
    actions_list = ("import_page",)
    actions_detail = ("check_now", "export_one", "duplicate_page")
    change_form_outer_before_template = "admin/swarms/swarm/picture.html"
    change_form_before_template = "admin/swarms/swarm/suggestions.html"
    object_history_template = "admin/swarms/swarm/history.html"
    warn_unsaved_form = True
    compressed_fields = False

    class Media:
        css = {"all": ["swarms/admin.css"]}
        js = [
            forms.Script(f"swarms/{name}.js", type="module") for name in ("json", "names", "rows", "picture")
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Swarm]:
        found: QuerySet[Swarm] = super().get_queryset(request)
        return found.annotate(agents_in_it=Count("agents"))

    @column("state", ordering="is_runnable", label={"runnable": "success", "not runnable": "danger"})
    def state(self, swarm: Swarm) -> str:
        return "runnable" if swarm.is_runnable else "not runnable"

    @column("agents", ordering="agents_in_it")
    def agent_count(self, swarm: Swarm) -> int:
        return int(getattr(swarm, "agents_in_it", 0))

    @button("Export the selected swarms")
    def export_selected(self, request: HttpRequest, queryset: QuerySet[Swarm]) -> HttpResponse:
        return as_download(to_file(queryset.prefetch_related("agents", "actions")), "swarms.json")

    def get_form(
        self, request: HttpRequest, obj: Swarm | None = None, change: bool = False, **options: Any
    ) -> Any:
        """Each request's form knows the formsets beside it, through a draft of the whole."""
        form = super().get_form(request, obj, change, **options)
        request.swarm_draft = Draft()  # type: ignore[attr-defined]  # lives as long as this request
        return type(form.__name__, (form,), {"draft": request.swarm_draft})  # type: ignore[attr-defined]

    def get_formset_kwargs(
        self, request: HttpRequest, obj: Swarm, inline: Any, prefix: str
    ) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_formset_kwargs(request, obj, inline, prefix)
        return {**kwargs, "draft": request.swarm_draft}  # type: ignore[attr-defined]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        swarm = self.get_object(request, object_id) if object_id else None
        picture = draw_swarm(to_document(swarm)) if swarm else ""
        context = {**(extra_context or {}), **page_context(), "swarm": swarm, "picture": picture}
        return super().changeform_view(request, object_id, form_url, context)

    def save_model(self, request: HttpRequest, obj: Swarm, form: Any, change: bool) -> None:
        """The swarm is saved together with its agents and actions, in save_related."""

    def save_related(
        self, request: HttpRequest, form: Any, formsets: "list[BaseModelFormSet[Any, Any]]", change: bool
    ) -> None:
        for formset in formsets:
            # Only so that the history can say what was added, changed and deleted.
            formset.save(commit=False)
        save_rows(form.instance, form.draft.document, request.user, is_default=form.wants_default)
        for problem in form.instance.problems:
            self.message_user(request, f"Saved, but it will not run yet: {problem}", messages.WARNING)

    def delete_model(self, request: HttpRequest, obj: Swarm) -> None:
        super().delete_model(request, obj)
        choose_default()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Swarm]) -> None:
        super().delete_queryset(request, queryset)
        choose_default()
