"""The pages for tokens: make one, see whether it works, take it back. A secret is shown once."""

from django.contrib import admin
from django.contrib.messages import SUCCESS
from django.db.models import Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from unfold.admin import ModelAdmin

from accounts.models import ApiToken
from accounts.tokens import issue, revoke_token


class WorkingFilter(admin.SimpleListFilter):
    title = "works"
    parameter_name = "works"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No: revoked, expired or its user is inactive")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> QuerySet[ApiToken]:
        refused = Q(revoked_at__isnull=False) | Q(expires_at__lte=timezone.now()) | Q(user__is_active=False)
        match self.value():
            case "yes":
                return queryset.exclude(refused)
            case "no":
                return queryset.filter(refused)
        return queryset


@admin.register(ApiToken)
class ApiTokenAdmin(ModelAdmin):  # type: ignore[misc]  # the theme ships no types
    list_display = ["prefix", "name", "role", "owner", "works", "expires_at", "last_used_at", "created_at"]
    list_filter = ["role", WorkingFilter]
    list_select_related = ["user"]
    search_fields = ["prefix", "name", "user__username", "swarm"]
    autocomplete_fields = ["user"]
    actions = ["revoke"]
    readonly_fields = ["prefix", "works", "revoked_at", "last_used_at", "created_at"]
    fieldsets = [
        (None, {"fields": ["prefix", "name", "role", "user", "swarm", "works"]}),
        ("Times", {"fields": ["created_at", "expires_at", "last_used_at", "revoked_at"]}),
    ]
    add_fieldsets = [
        (
            None,
            {
                "fields": ["role", "name", "user", "swarm", "expires_at"],
                "description": "The token is shown once, on the page after saving. It cannot be shown again.",
            },
        )
    ]

    @admin.display(description="belongs to")
    def owner(self, token: ApiToken) -> str:
        return token.owner_name

    @admin.display(boolean=True, description="works")
    def works(self, token: ApiToken) -> bool:
        return token.is_usable(timezone.now())

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """Nobody edits a token: what a key was given for must not change behind its holder's back."""
        return False

    def has_view_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return bool(super().has_view_permission(request, obj)) or self.has_revoke_permission(request)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_apitoken")

    def save_model(
        self, request: HttpRequest, obj: ApiToken, form: "ModelForm[ApiToken]", change: bool
    ) -> None:
        issue(obj)

    def response_add(
        self, request: HttpRequest, obj: ApiToken, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the secret in the answer itself: a message for the next page would be stored on its way."""
        context = {**self.admin_site.each_context(request), "title": "Your new token", "token": obj}
        return TemplateResponse(request, "admin/accounts/apitoken/created.html", context)

    @admin.action(description="Revoke the selected tokens", permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        revoked = [token for token in queryset if revoke_token(token)]
        for token in revoked:
            self.log_change(request, token, "Revoked.")
        self.message_user(request, f"{len(revoked)} token(s) revoked; they stopped working at once.", SUCCESS)
