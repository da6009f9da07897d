"""People and their API tokens."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.choices import Role

OWNER_RULE = (
    "An agent token names a remote swarm and no user; a user or admin token names a user and no remote swarm."
)


class User(AbstractUser):
    """A person who logs in. Staff run the server; others use it."""


class ApiToken(models.Model):
    """A key that a program calls with. Its secret is not here, only what recognises it."""

    prefix = models.CharField(
        max_length=20,
        unique=True,
        editable=False,
        help_text="The public beginning of the token, by which it is found again.",
    )
    digest = models.CharField(max_length=64, editable=False, help_text="SHA-256 of the secret part.")
    role = models.CharField(
        max_length=10,
        choices=Role.choices,
        default=Role.USER,
        help_text="Admin runs the server, user sends messages, agent is a swarm on another server.",
    )
    name = models.CharField(
        max_length=150, help_text="What the token is for, so that you know it again later."
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="tokens",
        help_text="Whose token this is. Leave it empty for an agent token.",
    )
    swarm = models.CharField(
        "remote swarm",
        max_length=150,
        blank=True,
        help_text="The swarm on another server that calls with this token. Only for agent tokens.",
    )
    expires_at = models.DateTimeField(
        null=True, blank=True, help_text="From when on the token stops working. Empty means never."
    )
    revoked_at = models.DateTimeField(
        null=True, editable=False, help_text="When the token was taken back. It does not work since then."
    )
    last_used_at = models.DateTimeField(
        null=True, editable=False, help_text="When somebody last called with it, to about a minute."
    )
    created_at = models.DateTimeField(
        default=timezone.now, editable=False, help_text="When the token was made."
    )

    # The whole token, in memory only, on the row object that has just been created.
    plain_text: str = ""

    class Meta:
        verbose_name = "API token"
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="token_role_is_known",
                condition=Q(role__in=Role.values),
                violation_error_message="The role is one of admin, user, agent.",
            ),
            models.CheckConstraint(
                name="token_has_the_owner_of_its_role",
                condition=(Q(role=Role.AGENT, user__isnull=True) & ~Q(swarm=""))
                | (Q(role__in=[Role.ADMIN, Role.USER], user__isnull=False, swarm="")),
                violation_error_message=OWNER_RULE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix} ({self.role}, {self.name})"

    def clean(self) -> None:
        if self._state.adding and self.expires_at and self.expires_at <= timezone.now():
            raise ValidationError(
                {"expires_at": "The token would already have expired; choose a later time."}
            )

    @property
    def owner_name(self) -> str:
        """The username, or the remote swarm's name."""
        return self.user.get_username() if self.user else self.swarm

    def is_usable(self, at: datetime) -> bool:
        if self.revoked_at or (self.expires_at and self.expires_at <= at):
            return False
        return self.user is None or self.user.is_active
