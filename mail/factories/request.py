"""Builds what LiteLLM is asked: the unchanging part once, the rest for each call."""

import os
from dataclasses import dataclass
from typing import Any

from mail.agents import ToolChoice
from mail.factories.environment import get_variable, has_references, resolve_references
from mail.factories.provider import PROXY_PREFIX
from mail.factories.reasoning import OUTPUT_LIMITS, forbids_forced_tools, reasoning_parameters
from mail.factories.tool_choice import forced_tool, forces_a_call, shape_tool_choice
from mail.tools import Style, ToolDefinition

# The engine repeats what is worth repeating, so that each try is seen, counted and can be stopped.
NO_RETRIES = {"num_retries": 0, "max_retries": 0}
DEFAULT_TIMEOUT = 600.0
REASONING_PARAMETERS = ("thinking", "reasoning_effort", "reasoning", "include")

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RequestPlan:
    """Everything about an agent's model calls that is the same each time."""

    model: str
    system: str
    style: Style
    stream: bool
    use_proxy: bool
    constant: dict[str, Any]
    refers_to_environment: bool
    thinking_forbids_force: bool

    @classmethod
    def build(
        cls,
        *,
        model: str,
        system: str,
        style: Style,
        tools: list[ToolDefinition],
        parameters: dict[str, Any],
        reasoning_effort: str | None = None,
        thinking_budget: int | None = None,
        use_proxy: bool = False,
        stream: bool = False,
    ) -> "RequestPlan":
        reasoning = reasoning_parameters(model, style, reasoning_effort, thinking_budget, parameters)
        constant = {
            "timeout": DEFAULT_TIMEOUT,
            **_output_limit(parameters, style),
            **reasoning,
            **NO_RETRIES,
            "model": PROXY_PREFIX + model if use_proxy else model,
        }
        if tools:
            constant["tools"] = tools
        if stream:
            constant.update(_streaming(style))
        return cls(
            model=model,
            system=system,
            style=style,
            stream=stream,
            use_proxy=use_proxy,
            constant=constant,
            refers_to_environment=has_references(parameters),
            thinking_forbids_force=forbids_forced_tools(model, reasoning),
        )

    def request(self, entries: list[Entry], tool_choice: ToolChoice) -> dict[str, Any]:
        """The keyword arguments of one LiteLLM call."""
        request = dict(self.constant)
        if self.refers_to_environment:
            request.update(resolve_references(_without(request, ("tools",))))
        if self.use_proxy:
            request.update(_proxy_address(request))
        entries = self._choose(request, entries, tool_choice)
        if self.style == "completions":
            request["messages"] = (
                [{"role": "system", "content": self.system}, *entries] if self.system else entries
            )
        else:
            request["input"] = entries
            if self.system:
                request["instructions"] = self.system
        return request

    def _choose(self, request: dict[str, Any], entries: list[Entry], choice: ToolChoice) -> list[Entry]:
        if "tools" not in request:
            return list(entries)
        if self.thinking_forbids_force and forced_tool(choice) is not None:
            # One named tool outranks thinking: this call goes without, and without its traces in the history.
            for name in REASONING_PARAMETERS:
                request.pop(name, None)
            entries = [_without_thinking(entry) for entry in entries if entry.get("type") != "reasoning"]
        elif self.thinking_forbids_force and forces_a_call(choice):
            choice = "auto"
        request["tool_choice"] = shape_tool_choice(choice, self.style)
        return list(entries)


def _streaming(style: Style) -> dict[str, Any]:
    if style == "completions":
        return {"stream": True, "stream_options": {"include_usage": True}}
    return {"stream": True}


def _output_limit(parameters: dict[str, Any], style: Style) -> dict[str, Any]:
    """The Responses interface has a name of its own for the largest answer."""
    limit = next((parameters[name] for name in OUTPUT_LIMITS if parameters.get(name) is not None), None)
    if limit is None or style == "completions":
        return parameters
    return {**_without(parameters, OUTPUT_LIMITS), "max_output_tokens": limit}


def _proxy_address(request: dict[str, Any]) -> dict[str, Any]:
    return {
        "api_base": request.get("api_base") or get_variable("LITELLM_PROXY_API_BASE"),
        # A proxy may need no key, but LiteLLM does not ask one without.
        "api_key": request.get("api_key") or os.environ.get("LITELLM_PROXY_API_KEY") or "none",
    }


def _without(values: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def _without_thinking(entry: Entry) -> Entry:
    return _without(entry, ("thinking_blocks", "reasoning_content")) if "role" in entry else entry
