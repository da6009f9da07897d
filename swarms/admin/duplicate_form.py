"""The form that asks for the copy's name."""

from django import forms

from swarms.admin.theme import TextWidget
from swarms.models import NAME_LENGTH


class DuplicateForm(forms.Form):
    name = forms.CharField(
        max_length=NAME_LENGTH,
        widget=TextWidget,
        help_text="The copy has the same agents and actions; its name must be new.",
    )
