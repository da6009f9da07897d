"""The form that takes definitions from a file or from the clipboard, and what would become of them."""

from dataclasses import dataclass
from typing import Any

from django import forms

from mail.errors import MailError
from mail.swarms_json import LIMIT, parse_document
from swarms.admin.theme import TEXTAREA_CLASSES, FileWidget, SwitchWidget
from swarms.check import errors_in
from swarms.models import Swarm
from swarms.report import line_of
from swarms.store import Outcome, check_documents


class ImportForm(forms.Form):
    file = forms.FileField(
        required=False,
        widget=FileWidget,
        help_text="A swarms.json from this or another server.",
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="Or paste it",
        widget=forms.Textarea(
            {
                "class": " ".join([*TEXTAREA_CLASSES, "swarms-code"]),
                "rows": 14,
                "data-json": "array",
                "spellcheck": "false",
            }
        ),
        help_text="The content of a swarms.json: a list of swarms.",
    )
    replace = forms.BooleanField(
        required=False,
        label="Replace swarms that exist",
        widget=SwitchWidget,
        help_text="Without this, a swarm whose name is taken stays as it is.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        # One byte more than allowed is enough to see that it is too much.
        cleaned["definitions"] = file.read(LIMIT + 1) if file else cleaned.get("text", "")
        if not cleaned["definitions"].strip():
            raise forms.ValidationError("Choose a file or paste the definitions.")
        return cleaned


@dataclass(frozen=True)
class Expected:
    """What storing one definition would do."""

    name: str
    outcome: str
    lines: list[str]


@dataclass(frozen=True)
class Preview:
    swarms: list[Expected]
    text: str
    error: str = ""
    can_store: bool = False


def preview(definitions: str | bytes, *, replace: bool) -> Preview:
    """Check everything and say what would happen; changes nothing."""
    text = definitions.decode("utf-8", errors="replace") if isinstance(definitions, bytes) else definitions
    try:
        documents = parse_document(definitions)
    except MailError as error:
        return Preview([], text, error.detail)
    found = check_documents(documents)
    taken = set(Swarm.objects.filter(name__in=names_of(documents)).values_list("name", flat=True))
    swarms = []
    for document, problems in zip(documents, found, strict=True):
        name = str(document.get("name", "unnamed"))
        outcome = Outcome.CREATED if name not in taken else Outcome.CHANGED if replace else Outcome.KEPT
        words = "refused" if errors_in(problems) else f"will be {outcome.value}"
        swarms.append(Expected(name, words, [line_of(problem) for problem in problems]))
    return Preview(swarms, text, can_store=not any(errors_in(problems) for problems in found))


def names_of(documents: list[dict[str, Any]]) -> list[str]:
    return [document["name"] for document in documents if isinstance(document.get("name"), str)]
