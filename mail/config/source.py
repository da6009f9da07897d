"""Knows where a value comes from: the argument, else the environment, else mail.toml, else the default."""

import os
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator

from mail.config.errors import BadConfiguration
from mail.config.file import config_path, read_table


class Configuration(BaseModel):
    """One table of mail.toml. What the caller leaves out is filled in from the other sources."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: ClassVar[str]
    variables: ClassVar[Mapping[str, str]] = {}
    older_names: ClassVar[Mapping[str, str]] = {}

    @model_validator(mode="wrap")
    @classmethod
    def _fill_in(cls, given: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(given, dict):
            return handler(given)
        given = cls._rename(given)
        merged = {**cls._from_file(), **cls._from_environment(), **given}
        try:
            return handler(merged)
        except ValidationError as error:
            raise cls._explain(error, given) from error

    @classmethod
    def _rename(cls, values: Mapping[str, Any]) -> dict[str, Any]:
        # The newer name wins where both are given.
        renamed = {cls.older_names[name]: value for name, value in values.items() if name in cls.older_names}
        return renamed | {name: value for name, value in values.items() if name not in cls.older_names}

    @classmethod
    def _from_file(cls) -> dict[str, Any]:
        """The known keys of the table. Tables inside it belong to other classes."""
        values = cls._rename(read_table(cls.table))
        return {
            name: value
            for name, value in values.items()
            if name in cls.model_fields and not isinstance(value, dict)
        }

    @classmethod
    def _from_environment(cls) -> dict[str, str]:
        found = {name: os.environ.get(variable, "").strip() for name, variable in cls.variables.items()}
        return {name: value for name, value in found.items() if value}

    @classmethod
    def _explain(cls, error: ValidationError, given: Mapping[str, Any]) -> Exception:
        """One sentence that names the source; a wrong argument is the caller's own and stays as it is."""
        fault = error.errors()[0]
        name = str(fault["loc"][0]) if fault["loc"] else ""
        if not name or name in given:
            return error
        place = f"{config_path()}: [{cls.table}] {name}"
        if name in cls._from_environment():
            place = cls.variables[name]
        return BadConfiguration(f"{place} is {fault['input']!r}: {fault['msg'].lower()}")
