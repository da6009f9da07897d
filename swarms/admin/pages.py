"""The pages beside a swarm's own: import, check now, duplicate, export and its versions."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from mail.errors import MailError
from swarms.admin.bring_in import ImportForm, preview
from swarms.admin.duplicate_form import DuplicateForm
from swarms.admin.text import as_download, as_text, difference
from swarms.admin.theme import SwarmModelAdmin, button
from swarms.duplicate import duplicate, suggest_name
from swarms.export import to_document, to_file
from swarms.models import Swarm, SwarmVersion
from swarms.report import lines_of
from swarms.store import store_text
from swarms.try_out import try_out

TEMPLATES = "admin/swarms/swarm"


class SwarmPages(SwarmModelAdmin):
    """Mixed into the swarm's admin. Each page checks the visitor and calls one verb."""

    def get_urls(self) -> list[URLPattern]:
        version = self.admin_site.admin_view(self.version_page)
        own = [path("<path:object_id>/versions/<int:number>/", version, name="swarms_swarm_version")]
        return own + super().get_urls()

    def page(self, request: HttpRequest, name: str, title: str, **context: Any) -> HttpResponse:
        everything = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": title,
            **context,
        }
        return TemplateResponse(request, f"{TEMPLATES}/{name}.html", everything)

    def has_bring_in_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """The theme asks with the object's id; adding needs none."""
        return self.has_add_permission(request)

    def visible_swarm(self, request: HttpRequest, object_id: str) -> Swarm:
        swarm = get_object_or_404(Swarm, pk=object_id) if object_id.isdigit() else None
        if swarm is None:
            raise Http404
        if not self.has_view_permission(request, swarm):
            raise PermissionDenied
        return swarm

    @button("Import", icon="upload", permissions=["bring_in"])
    def import_page(self, request: HttpRequest) -> HttpResponse:
        form = ImportForm(request.POST or None, request.FILES or None)
        found = None
        if request.method == "POST" and form.is_valid():
            if "_store" in request.POST:
                return self.store_import(request, form)
            found = preview(form.cleaned_data["definitions"], replace=form.cleaned_data["replace"])
        return self.page(request, "import", "Import swarms", form=form, preview=found)

    def store_import(self, request: HttpRequest, form: ImportForm) -> HttpResponse:
        replace = form.cleaned_data["replace"]
        if replace and not self.has_change_permission(request):
            raise PermissionDenied
        try:
            stored = store_text(form.cleaned_data["definitions"], request.user, replace=replace)
        except MailError as error:
            form.add_error(None, error.detail)
            return self.page(request, "import", "Import swarms", form=form, preview=None)
        for item in stored:
            self.log_addition(request, item.swarm, f"Imported: {item.outcome.value}.")
        messages.success(request, "; ".join(lines_of(stored)))
        return redirect("admin:swarms_swarm_changelist")

    @button("Check now", icon="fact_check")
    def check_now(self, request: HttpRequest, object_id: str) -> HttpResponse:
        swarm = self.visible_swarm(request, object_id)
        findings = try_out(to_document(swarm))
        return self.page(request, "check", f"Check of {swarm.name}", swarm=swarm, findings=findings)

    @button("Export", icon="download")
    def export_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        swarm = self.visible_swarm(request, object_id)
        return as_download(to_file([swarm]), f"{swarm.name}.json")

    @button("Duplicate", icon="content_copy", permissions=["bring_in"])
    def duplicate_page(self, request: HttpRequest, object_id: str) -> HttpResponse:
        swarm = self.visible_swarm(request, object_id)
        form = DuplicateForm(request.POST or None, initial={"name": suggest_name(swarm)})
        if request.method == "POST" and form.is_valid():
            try:
                copy = duplicate(swarm, form.cleaned_data["name"], request.user)
            except MailError as error:
                form.add_error("name", error.detail)
            else:
                self.log_addition(request, copy, f"Duplicated from {swarm.name}.")
                return redirect(reverse("admin:swarms_swarm_change", args=[copy.pk]))
        return self.page(request, "duplicate", f"Duplicate {swarm.name}", swarm=swarm, form=form)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        versions = (
            SwarmVersion.objects.filter(swarm_id=object_id).select_related("created_by").defer("document")
        )
        context = {**(extra_context or {}), "versions": versions[:200]}
        return super().history_view(request, object_id, context)

    def version_page(self, request: HttpRequest, object_id: str, number: int) -> HttpResponse:
        swarm = self.visible_swarm(request, object_id)
        version = get_object_or_404(
            SwarmVersion.objects.select_related("created_by"), swarm=swarm, number=number
        )
        if "download" in request.GET:
            return as_download(as_text([version.document]), f"{swarm.name}-{number}.json")
        before = SwarmVersion.objects.filter(swarm=swarm, number__lt=number).first()
        lines = difference(before.document if before else None, version.document)
        return self.page(
            request,
            "version",
            f"{swarm.name}, version {number}",
            swarm=swarm,
            version=version,
            before=before,
            lines=lines,
        )
