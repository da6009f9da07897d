"""The swarms room as Django sees it."""

from django.apps import AppConfig


class SwarmsConfig(AppConfig):
    name = "swarms"
    verbose_name = "Swarms"
