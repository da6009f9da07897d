"""What a model's name tells about its provider's habits."""

import re

PROXY_PREFIX = "litellm_proxy/"
OPENAI_FAMILY = re.compile(r"^(openai/|azure/)|^(gpt-|o\d|chatgpt-)")


def get_provider(model: str) -> str:
    """The part before the first slash, or the best guess where there is none."""
    if "/" in model:
        return model.split("/", 1)[0]
    return "anthropic" if is_anthropic(model) else "openai"


def is_anthropic(model: str) -> bool:
    """True for Claude wherever it is hosted."""
    return model.startswith("anthropic/") or "claude" in model


def is_openai(model: str) -> bool:
    return OPENAI_FAMILY.match(model) is not None


def takes_thinking_budget(model: str) -> bool:
    return is_anthropic(model) or "gemini" in model
