"""What can be wrong with the configuration."""

from mail.errors import Invalid


class BadConfiguration(Invalid):
    """A value in the configuration file or the environment cannot be used."""
