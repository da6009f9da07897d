"""The closed sets of this room."""

from django.db.models import TextChoices


class ToolFormat(TextChoices):
    COMPLETIONS = "completions", "completions (chat completions, understood by every provider)"
    RESPONSES = "responses", "responses (the OpenAI Responses shape)"
