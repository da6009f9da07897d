"""Reads an answer in the Responses format."""

from typing import Any

from mail.agents import ModelRefused, ModelUnavailable
from mail.factories.answer import Answer, parse_arguments
from mail.factories.usage import read_usage
from mail.tools import AgentToolCall


def read(response: Any, model: str) -> Answer:
    reason = _why_incomplete(response)
    if response.status == "failed":
        raise ModelUnavailable(f"Model {model} failed: {_error_text(response)}")
    if reason == "content_filter":
        raise ModelRefused(f"The content filter of model {model} stopped the answer: change the request.")
    items = [_plain(item) for item in response.output]
    answer = Answer(entries=items, usage=read_usage(response, model), cut_off=response.status == "incomplete")
    reader = _ItemReader(answer, items)
    for item in items:
        reader.read(item)
    return answer


class _ItemReader:
    """Goes through the items in order: what was thought or said before a call belongs to that call."""

    def __init__(self, answer: Answer, items: list[dict[str, Any]]) -> None:
        self.answer = answer
        self.items = items
        self.thoughts: list[str] = []
        self.said: list[str] = []

    def read(self, item: dict[str, Any]) -> None:
        reader = READERS.get(item.get("type", ""))
        if reader is None:
            self.answer.builtin_calls.append(item)
        else:
            reader(self, item)

    def read_reasoning(self, item: dict[str, Any]) -> None:
        parts = [*(item.get("summary") or []), *(item.get("content") or [])]
        thoughts = [part["text"] for part in parts if part.get("text")]
        self.thoughts += thoughts
        self.answer.reasoning += thoughts

    def read_message(self, item: dict[str, Any]) -> None:
        text = "".join(part.get("text") or part.get("refusal") or "" for part in item.get("content") or [])
        if text:
            self.said.append(text)
            self.answer.text = (self.answer.text or "") + text

    def read_call(self, item: dict[str, Any]) -> None:
        arguments = parse_arguments(item.get("arguments"))
        if arguments is None or not item.get("name"):
            self.answer.broken_call = item.get("name") or "a tool without a name"
            return
        call = AgentToolCall(
            tool_name=item["name"],
            tool_args=arguments,
            tool_call_id=item["call_id"],
            responses=self.items,
            reasoning=self.thoughts or None,
            preamble="".join(self.said) or None,
        )
        self.answer.calls.append(call)
        self.thoughts, self.said = [], []


READERS = {
    "reasoning": _ItemReader.read_reasoning,
    "message": _ItemReader.read_message,
    "function_call": _ItemReader.read_call,
}


def _plain(item: Any) -> dict[str, Any]:
    plain: dict[str, Any] = item if isinstance(item, dict) else item.model_dump(exclude_none=True)
    return plain


def _why_incomplete(response: Any) -> str | None:
    details = response.incomplete_details
    if details is None:
        return None
    return str(details.get("reason") if isinstance(details, dict) else details.reason)


def _error_text(response: Any) -> str:
    error = response.error
    message = error.get("message") if isinstance(error, dict) else getattr(error, "message", None)
    return str(message or "the provider gave no reason")
