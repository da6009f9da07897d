"""Reads what a call used and cost, from either interface's answer."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from mail.agents import Usage
from mail.factories.litellm_gate import get_litellm

# Models without a known price, so that the search for one is made once.
_unpriced: set[str] = set()
PLACES = 12


def read_usage(response: Any, model: str) -> Usage | None:
    usage = getattr(response, "usage", None)
    if usage is None:
        return None
    read, wrote = ("prompt", "completion") if hasattr(usage, "prompt_tokens") else ("input", "output")
    figures = Usage(
        model=model,
        input_tokens=getattr(usage, f"{read}_tokens", 0) or 0,
        output_tokens=getattr(usage, f"{wrote}_tokens", 0) or 0,
        reasoning_tokens=_detail(usage, f"{wrote}_tokens_details", "reasoning"),
        cached_tokens=_detail(usage, f"{read}_tokens_details", "cached"),
        cost=_cost(response, usage),
    )
    if figures.cost is None:
        figures = replace(figures, cost=_estimate(model, figures))
    # LiteLLM also says zero for some models that its price list does not hold; that would hide real money.
    if figures.cost == 0 and not _is_listed(model):
        return replace(figures, cost=None)
    return figures


def _detail(usage: Any, group: str, kind: str) -> int:
    return getattr(getattr(usage, group, None), f"{kind}_tokens", 0) or 0


def _cost(response: Any, usage: Any) -> Decimal | None:
    """LiteLLM's own figure; None where it knows no price, which is not the same as free."""
    cost = getattr(usage, "cost", None)
    if cost is None:
        cost = (getattr(response, "_hidden_params", None) or {}).get("response_cost")
    return None if cost is None else _exact(cost)


def _estimate(model: str, usage: Usage) -> Decimal | None:
    """From LiteLLM's price list, for the streamed answers that come without a figure."""
    if model in _unpriced:
        return None
    try:
        prices = get_litellm().cost_per_token(
            model=model,
            prompt_tokens=usage.input_tokens,
            completion_tokens=usage.output_tokens,
            cache_read_input_tokens=usage.cached_tokens,
        )
    except Exception:  # noqa: BLE001 - LiteLLM raises a bare Exception for a model it has no price for
        _unpriced.add(model)
        return None
    return _exact(sum(prices))


def _is_listed(model: str) -> bool:
    prices = get_litellm().model_cost
    entry = prices.get(model) or prices.get(model.partition("/")[2]) or {}
    return "input_cost_per_token" in entry


def _exact(cost: float) -> Decimal:
    # Twelve places hold the smallest price of one token and drop what binary fractions add.
    return Decimal(str(round(cost, PLACES)))
