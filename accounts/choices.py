"""The closed sets of this room."""

from django.db.models import TextChoices


class Role(TextChoices):
    """What a caller may do here: run the server, use it, or speak for a swarm on another server."""

    ADMIN = "admin", "Admin"
    USER = "user", "User"
    AGENT = "agent", "Agent"
