"""A stage for breakpoints: a supervisor whose payments a person has to allow."""

from typing import Any

from tasks.answer import answer, parse_answers
from tasks.choices import Status
from tasks.models import Event, Task
from tests.tasks.stage import ALICE, Stage, action, call

PARAMETERS = {"type": "object", "properties": {"euros": {"type": "integer"}}, "required": ["euros"]}


class Bank(Stage):
    """A supervisor whose payments a person has to allow, with a worker beside it."""

    def __init__(self, **fields: Any) -> None:
        self.paid: list[int] = []

        async def pay(arguments: dict[str, Any]) -> str:
            self.paid.append(arguments["euros"])
            return f"paid {arguments['euros']}"

        async def look(arguments: dict[str, Any]) -> str:
            return "sunny"

        super().__init__(
            {"supervisor": ["worker"], "worker": ["supervisor"]},
            actions=[
                action("pay", pay, parameters=PARAMETERS),
                action("ask", None, parameters={"type": "object", "properties": {}}),
                action("look", look),
            ],
            agent_actions={"supervisor": ["pay", "ask", "look"], "worker": ["pay", "look"]},
            breakpoint_tools=["pay", "ask"],
            **fields,
        )

    def pause(self, *replies: Any, **fields: Any) -> Task:
        self.script("supervisor", *(replies or (pay(5),)))
        task = self.send(task_id="t", **fields)
        self.run()
        task.refresh_from_db()
        assert task.status == Status.PAUSED
        return task

    def reply(self, task: Task, value: Any) -> None:
        answer(ALICE, task, parse_answers(value))
        self.run()
        task.refresh_from_db()

    def calls(self, task: Task) -> list[dict[str, Any]]:
        paused = Event.objects.filter(task=task, name="breakpoint_tool_call").order_by("sequence").last()
        assert paused is not None
        calls: list[dict[str, Any]] = paused.extra["calls"]
        return calls

    def results(self, count: int = 1) -> list[str]:
        return [str(entry.get("content")) for entry in self.prompts["supervisor"][-1][-count:]]


def pay(euros: int) -> Any:
    return call("pay", euros=euros)
