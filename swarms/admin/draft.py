"""The swarm as it stands in a submitted form: checked as a whole before anything is saved."""

from typing import Any

from django import forms

from mail.swarms_json import Problem
from mail.swarms_json.shape import describe_path
from swarms.admin.theme import InlineFormSet
from swarms.check import errors_in
from swarms.document import Document, write_document
from swarms.models import Action, Agent, Swarm
from swarms.store import check_documents

Row = Agent | Action
# New rows carry no place of their own: they come after those that were dragged about.
LAST = 1_000_000
FORM_FIELDS = {"tokens": "budget_tokens", "cost": "budget_cost", "seconds": "budget_seconds"}


class Draft:
    """Holds the formsets of one request, so that the swarm's form can see them when it is checked."""

    def __init__(self) -> None:
        self.formsets: dict[str, RowFormSet] = {}
        self.document: Document = {}

    def is_complete(self) -> bool:
        # A list, not a generator: every formset shall find its own errors, not only the first.
        return False not in [formset.is_valid() for formset in self.formsets.values()]

    def rows(self, name: str) -> list[Any]:
        formset = self.formsets.get(name)
        return [form.instance for form in formset.live_forms()] if formset else []

    def check(self, swarm: Swarm) -> list[Problem]:
        """Write the document of the form; say which errors belong to the swarm, and place the others."""
        self.document = write_document(swarm, self.rows("agents"), self.rows("actions"))
        own = []
        for error in errors_in(check_documents([self.document])[0]):
            formset = self.formsets.get(str(error.path[0])) if len(error.path) > 1 else None
            if formset is None:
                own.append(error)
            else:
                formset.place(error)
        return own


class RowFormSet(InlineFormSet):
    """The agents or actions of a swarm, as forms that can be told what is wrong with them."""

    def __init__(self, *args: Any, draft: Draft, **options: Any) -> None:
        super().__init__(*args, **options)
        draft.formsets[str(self.prefix)] = self

    def live_forms(self) -> list["forms.ModelForm[Any]"]:
        """The forms that stay, in the order the definition will have."""
        kept = [
            (form.cleaned_data.get("position") or 0 if form.instance.pk else LAST, place, form)
            for place, form in enumerate(self.forms)
            if form.instance.pk or form.has_changed()
            if not form.cleaned_data.get("DELETE")
        ]
        return [form for _, _, form in sorted(kept, key=lambda item: item[:2])]

    def place(self, problem: Problem) -> None:
        """Show the problem at the field it belongs to."""
        live = self.live_forms()
        index = problem.path[1]
        if not isinstance(index, int) or index >= len(live):
            return
        form = live[index]
        field = find_field(form, problem.path[2:])
        # The person sees where it stands; what they need is what to do.
        place = describe_path(problem.path[:3])
        form.add_error(field, problem.sentence.removeprefix(place).lstrip(".: "))

    def validate_unique(self) -> None:
        """Left to the check of the whole, which says it in a better sentence."""


def find_field(form: forms.BaseForm, path: tuple[str | int, ...]) -> str | None:
    """The form's field for a path of the document: the innermost that it shows; None for the whole row."""
    names = [FORM_FIELDS.get(str(part), str(part)) for part in path[:2]]
    return next((name for name in reversed(names) if name in form.fields), None)
