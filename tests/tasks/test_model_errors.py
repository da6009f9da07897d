"""Errors of models over real HTTP: passing ones are tried again, the rest end the round with a reason."""

from collections.abc import Iterator

import pytest

from mail.agents import ModelRefused, RateLimited
from swarms.compile import forget_compiled
from tasks.choices import Status
from tasks.engine import model
from tasks.models import Round, Step, Task
from tasks.submit import Letter, submit
from tests.model_server import ModelServer, call, fail
from tests.tasks.http_stage import HttpStage
from tests.tasks.stage import ALICE, Stage, finish, request, respond

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def running_server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def server(running_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    running_server.clear()
    monkeypatch.setattr(model, "FIRST_PAUSE", 0.01)
    return running_server


def play(stage: Stage) -> Task:
    task = submit(ALICE, Letter("Hello", swarm=stage.name)).task
    stage.run()
    task.refresh_from_db()
    return task


@pytest.mark.parametrize("tool_format", ["completions", "responses"])
def test_a_task_is_done_by_a_model_over_http(server: ModelServer, tool_format: str) -> None:
    server.script("supervisor", call("help"), call("task_complete", finish_message="done"))
    task = play(HttpStage(server, tool_format))
    assert Round.objects.get(task=task).response == "done"
    assert server.requests[0].tool_choice == "required"
    assert not server.unanswered
    step = Step.objects.filter(task=task).order_by("pk").first()
    assert step is not None
    assert (step.input_tokens, step.output_tokens) == (10, 5)


@pytest.mark.parametrize("tool_format", ["completions", "responses"])
def test_completion_is_forced_in_the_shape_of_the_format(server: ModelServer, tool_format: str) -> None:
    again = call("send_request", target="supervisor", subject="s", body="b")
    server.script("supervisor", again, again, call("task_complete", finish_message="enough"))
    task = play(HttpStage(server, tool_format, task_message_limit=1))
    assert Round.objects.get(task=task).response == "enough"
    named = {"name": "task_complete"}
    forced = {"function": named} if tool_format == "completions" else named
    assert server.requests[-1].tool_choice == {"type": "function", **forced}


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_error_is_tried_again(server: ModelServer, status: int) -> None:
    server.script("supervisor", fail(status), fail(status), call("task_complete", finish_message="done"))
    task = play(HttpStage(server))
    assert task.status == Status.COMPLETED
    assert server.count() == 3
    assert Step.objects.filter(task=task).count() == 1


def test_the_provider_says_when_to_come_back(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "FIRST_PAUSE", 60.0)
    server.script("supervisor", fail(429, retry_after=0.1), call("task_complete", finish_message="done"))
    assert play(HttpStage(server)).status == Status.COMPLETED


def test_an_error_that_stays_ends_the_round(server: ModelServer) -> None:
    server.answer(lambda request: fail(500, "the model is on fire"))
    stage = HttpStage(server)
    task = play(stage)
    assert server.count() == 5
    frames = stage.events(task)
    assert [frame.event for frame in frames[-2:]] == ["agent_error", "task_error"]
    assert frames[-1].data["extra_data"]["reason"] == "model_error"
    assert frames[-1].data["extra_data"]["agent"] == "supervisor"


def test_a_refusal_is_told_at_once_with_a_reason_to_act_on(server: ModelServer) -> None:
    server.answer(lambda request: fail(401, "Incorrect API key provided"))
    stage = HttpStage(server)
    task = play(stage)
    assert server.count() == 1
    text = stage.events(task)[-1].data["response"]
    assert "key" in text
    assert "Traceback" not in text


def test_the_next_round_knows_what_the_failed_one_was_asked(server: ModelServer) -> None:
    server.script("supervisor", fail(401), call("task_complete", finish_message="done"))
    stage = HttpStage(server)
    submit(ALICE, Letter("the question", swarm=stage.name, task_id="t"))
    stage.run()
    submit(ALICE, Letter("try again", swarm=stage.name, task_id="t"))
    stage.run()
    assert "the question" in str(server.requests[-1].entries)


def test_a_failing_agent_function_ends_the_round_readably() -> None:
    stage = Stage({"supervisor": []})
    stage.script("supervisor", ZeroDivisionError("division by zero"))
    task = stage.send()
    stage.run()
    assert "agent supervisor failed: ZeroDivisionError" in stage.events(task)[-1].data["response"]


def test_a_failing_worker_ends_the_round_too() -> None:
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    stage.script("supervisor", request("worker"))
    stage.script("worker", ModelRefused("no key for model x: set X_API_KEY"))
    task = stage.send()
    stage.run()
    assert stage.events(task)[-1].data["extra_data"]["error"] == "no key for model x: set X_API_KEY"


def test_a_custom_function_may_ask_for_patience_too() -> None:
    stage = Stage({"supervisor": ["worker"], "worker": ["supervisor"]})
    stage.script("supervisor", RateLimited(retry_after=0.01), request("worker"), finish("ok"))
    stage.script("worker", respond("supervisor"))
    task = stage.send()
    stage.run()
    assert Round.objects.get(task=task).response == "ok"


def test_a_swarm_that_can_no_longer_be_put_together_ends_the_round(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = HttpStage(server)
    task = stage.send()
    # The worker that takes the task is a new process, without the key in its environment.
    monkeypatch.delenv("MAIL_TEST_MODEL_KEY")
    forget_compiled()
    stage.run()
    forget_compiled()
    frame = stage.events(task)[-1]
    assert frame.event == "task_error"
    assert "MAIL_TEST_MODEL_KEY" in frame.data["response"]
    assert server.count() == 0
