"""The admin theme's pieces under the types of what they extend: the theme itself ships no types."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from swarms.models import Swarm

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin
    from django.contrib.admin import StackedInline as Inline
    from django.forms import (
        BaseInlineFormSet,
        CheckboxInput,
        ClearableFileInput,
        ModelForm,
        Textarea,
        TextInput,
    )

    SwarmModelAdmin = ModelAdmin[Swarm]
    StackedInline = Inline[Any, Swarm]
    InlineFormSet = BaseInlineFormSet[Any, Swarm, Any]
    Form = ModelForm[Any]
    TextWidget, TextareaWidget, FileWidget, SwitchWidget = (
        TextInput,
        Textarea,
        ClearableFileInput,
        CheckboxInput,
    )
    INPUT_CLASSES: list[str]
    TEXTAREA_CLASSES: list[str]
else:
    from django.forms import ModelForm as Form  # noqa: F401  # handed on
    from unfold.admin import ModelAdmin as SwarmModelAdmin  # noqa: F401  # handed on
    from unfold.admin import StackedInline  # noqa: F401  # handed on
    from unfold.forms import PaginationInlineFormSet as InlineFormSet  # noqa: F401  # handed on
    from unfold.widgets import (  # noqa: F401  # handed on
        INPUT_CLASSES,
        TEXTAREA_CLASSES,
    )
    from unfold.widgets import UnfoldAdminFileFieldWidget as FileWidget  # noqa: F401  # handed on
    from unfold.widgets import UnfoldAdminTextareaWidget as TextareaWidget  # noqa: F401  # handed on
    from unfold.widgets import UnfoldAdminTextInputWidget as TextWidget  # noqa: F401  # handed on
    from unfold.widgets import UnfoldBooleanSwitchWidget as SwitchWidget  # noqa: F401  # handed on

Method = TypeVar("Method", bound=Callable[..., Any])


def button(description: str, **options: Any) -> Callable[[Method], Method]:
    """A method as a button of the theme, or as an action for the selected rows."""
    from unfold.decorators import action  # type: ignore[import-untyped,unused-ignore]  # see above

    decorate: Callable[[Method], Method] = action(description=description, **options)
    return decorate


def column(description: str, **options: Any) -> Callable[[Method], Method]:
    """A method as a column of the list."""
    from unfold.decorators import display  # type: ignore[import-untyped,unused-ignore]  # see above

    decorate: Callable[[Method], Method] = display(description=description, **options)
    return decorate
