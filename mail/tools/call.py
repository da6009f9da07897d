"""Knows what one tool call of a model's reply is, in either tool format."""

from typing import Any, Self

from pydantic import BaseModel, Field, model_validator


class AgentToolCall(BaseModel):
    """One tool call, together with the provider's own entries it came from.

    `completion` is the assistant message of the chat-completions format, `responses` the output items of the
    Responses format. One of them must be there: it decides in which shape the tool's result goes back.
    """

    tool_name: str = Field(min_length=1)
    tool_args: dict[str, Any] = Field(default_factory=dict)
    tool_call_id: str
    completion: dict[str, Any] | None = None
    responses: list[dict[str, Any]] | None = None
    reasoning: list[str] | None = None
    preamble: str | None = None

    @model_validator(mode="after")
    def _has_its_source(self) -> Self:
        if not self.completion and not self.responses:
            raise ValueError(
                "give the assistant message as `completion` or the output items as `responses`:"
                " without one of them the result of the call cannot be written into the history"
            )
        return self

    def create_response_msg(self, content: str) -> dict[str, str]:
        """The history entry that carries this call's result."""
        if self.completion:
            return {"role": "tool", "tool_call_id": self.tool_call_id, "content": content}
        return {"type": "function_call_output", "call_id": self.tool_call_id, "output": content}
