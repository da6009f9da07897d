"""Form fields a person can fill in without knowing JSON, and a JSON field that says where it is wrong."""

import json
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from swarms.admin.theme import INPUT_CLASSES, TEXTAREA_CLASSES, TextareaWidget

SEPARATORS = re.compile(r"[,\n]")


class NamesWidget(forms.TextInput):
    """One line of names; names.js adds buttons for the names there are."""

    def __init__(self, suggest: str = "", *, single: bool = False) -> None:
        attributes = {"class": " ".join(INPUT_CLASSES), "data-names": suggest, "autocomplete": "off"}
        super().__init__(attributes | ({"data-single": ""} if single else {}))


class LinesWidget(forms.Textarea):
    def __init__(self, suggest: str = "") -> None:
        classes = " ".join([*TEXTAREA_CLASSES, "swarms-code"])
        super().__init__({"class": classes, "rows": 3, "data-names": suggest, "data-separator": "\n"})


class NamesField(forms.CharField):
    """A list of names, written one per line or separated by commas."""

    def __init__(self, *, suggest: str = "", lines: bool = False, **options: Any) -> None:
        self.joined_by = "\n" if lines else ", "
        options.setdefault("widget", LinesWidget(suggest) if lines else NamesWidget(suggest))
        super().__init__(required=False, **options)

    def prepare_value(self, value: Any) -> Any:
        return self.joined_by.join(str(name) for name in value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [name.strip() for name in SEPARATORS.split(super().to_python(value) or "") if name.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != list(initial or []))


class JsonWidget(forms.Textarea):
    """A place to write JSON; json.js adds the format button and says at once where it is wrong."""

    def __init__(self, rows: int = 6) -> None:
        classes = " ".join([*TEXTAREA_CLASSES, "swarms-code"])
        super().__init__({"class": classes, "rows": rows, "data-json": "", "spellcheck": "false"})


class JsonField(forms.CharField):
    """A JSON object, shown indented, whose error names line and column."""

    def __init__(self, *, rows: int = 6, **options: Any) -> None:
        super().__init__(required=False, widget=JsonWidget(rows), strip=True, **options)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else json.dumps(value or {}, indent=2, ensure_ascii=False)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        try:
            parsed = json.loads(text or "{}", parse_constant=refuse_constant)
        except json.JSONDecodeError as error:
            sentence = f"This is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
            raise ValidationError(sentence) from error
        except (ValueError, RecursionError) as error:
            raise ValidationError(f"This is not JSON: {error}.") from error
        if not isinstance(parsed, dict):
            raise ValidationError('Write a JSON object: {"name": value, …}.')
        return parsed

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.to_python(data) != (initial or {}))
        except ValidationError:
            return True


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


class TextField(forms.CharField):
    """A text of several lines, kept as it was written: browsers send other line ends than files have."""

    def __init__(self, *, rows: int, **options: Any) -> None:
        super().__init__(required=False, strip=False, widget=TextareaWidget({"rows": rows}), **options)

    def to_python(self, value: Any) -> Any:
        return (super().to_python(value) or "").replace("\r\n", "\n")

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != (initial or ""))


class ReferenceField(forms.CharField):
    """A python:: reference, with the ones that are known as suggestions of the browser's own list."""

    def __init__(self, *, suggest: str, max_length: int, **options: Any) -> None:
        attributes = {
            "class": " ".join([*INPUT_CLASSES, "swarms-code"]),
            "list": f"suggest-{suggest}",
            "autocomplete": "off",
            "spellcheck": "false",
        }
        super().__init__(max_length=max_length, widget=forms.TextInput(attributes), **options)
