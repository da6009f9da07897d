"""The one place that imports LiteLLM: late, because it is heavy, and with its habits set before."""

import asyncio
import contextlib
import os
import threading
from typing import Any, Final

# Read by LiteLLM when it is imported. Without the first it fetches a price list from the network; the others
# are its connection limits, of which the default of 500 per host makes a busy worker queue.
ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "AIOHTTP_CONNECTOR_LIMIT": "5000",
    "AIOHTTP_CONNECTOR_LIMIT_PER_HOST": "5000",
}
# A finish reason that LiteLLM's types allow and no provider of it uses: it marks Anthropic's pause_turn,
# which LiteLLM would otherwise turn into an ordinary stop.
PAUSED: Final = "finish_reason_unspecified"

NOWHERE = "http://127.0.0.1:9/v1"

_lock = threading.Lock()
_ready: list[Any] = []


def get_litellm() -> Any:
    """The litellm module, configured; the first call takes seconds."""
    if not _ready:
        with _lock:
            if not _ready:
                _ready.append(_load())
    return _ready[0]


def is_loaded() -> bool:
    return bool(_ready)


async def warm_up() -> None:
    """Pay for the import and the slow first calls now, on the event loop that will ask the models."""
    # Imported here because the agent functions themselves stand on this module.
    from mail.agents import ModelError
    from mail.factories.base import LiteLLMAgentFunction

    await asyncio.to_thread(get_litellm)
    # The second leads to a closed port of this machine: what takes time is building the HTTP client.
    addresses: tuple[dict[str, Any], ...] = (
        {"llm": "demo/assistant"},
        {"llm": "openai/none", "api_base": NOWHERE, "api_key": "none"},
    )
    for address in addresses:
        agent = LiteLLMAgentFunction(name="warm-up", tool_format="completions", **address)
        with contextlib.suppress(ModelError):
            await agent([{"role": "user", "content": "hello"}])


def _load() -> Any:
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    import litellm
    from litellm.litellm_core_utils import core_helpers

    from mail.demo_model.provider import register_demo_model

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    core_helpers._FINISH_REASON_MAP.update({"pause_turn": PAUSED, PAUSED: PAUSED})
    register_demo_model(litellm)
    return litellm
