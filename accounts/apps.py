"""The accounts room as Django sees it."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        # Importing it is what makes the schema generator know our authentication classes.
        import accounts.api.schema  # noqa: F401
