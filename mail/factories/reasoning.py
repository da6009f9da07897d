"""How `reasoning_effort` and `thinking_budget` are told to each provider."""

from typing import Any

from mail.errors import Invalid
from mail.factories.provider import is_anthropic, is_openai, takes_thinking_budget
from mail.tools import Style

OUTPUT_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
ENCRYPTED_REASONING = "reasoning.encrypted_content"


def reasoning_parameters(
    model: str, style: Style, effort: str | None, budget: int | None, parameters: dict[str, Any]
) -> dict[str, Any]:
    """The parameters for LiteLLM; a budget is left out where the provider knows only efforts."""
    if budget is not None and takes_thinking_budget(model):
        _check_budget(budget, parameters)
        return {"thinking": {"type": "enabled", "budget_tokens": budget}}
    if effort is None:
        return {}
    if style == "completions":
        return {"reasoning_effort": effort}
    told: dict[str, Any] = {"reasoning": {"effort": effort, "summary": "auto"}}
    if is_openai(model):
        # With it, the reasoning in our history stays usable after the provider has forgotten the response.
        told["include"] = [*parameters.get("include", ()), ENCRYPTED_REASONING]
    return told


def forbids_forced_tools(model: str, told: dict[str, Any]) -> bool:
    """Claude refuses a forced tool call while it is thinking."""
    return is_anthropic(model) and bool(told) and told.get("reasoning_effort") != "none"


def _check_budget(budget: int, parameters: dict[str, Any]) -> None:
    limit = next((parameters[name] for name in OUTPUT_LIMITS if parameters.get(name) is not None), None)
    if limit is not None and limit <= budget:
        raise Invalid(
            f"max_tokens ({limit}) must be larger than thinking_budget ({budget}): raise max_tokens."
        )
