"""Swarms that run in a program without a server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mail.api.conftest import Program, Refused, environment


def body(result: dict[str, dict[str, dict[str, str]]]) -> str:
    return result["response"]["message"]["body"]


def test_a_plain_async_function_is_an_agent(program: Program) -> None:
    response, events = program.started["response"], program.started["events"]
    assert response["msg_type"] == "broadcast_complete"
    assert response["message"]["body"] == "done"
    assert events[0] == [1, "new_message"]
    assert events[-1][1] == "task_complete"


def test_the_program_keeps_its_environment_and_its_logging(program: Program) -> None:
    assert program.started["left_alone"] is True


def test_an_action_gets_its_arguments_as_one_dictionary(program: Program) -> None:
    result = program.run("plain_action")
    assert body(result) == "HEY"
    assert "action_complete" in [name for _, name in result["events"]]


def test_a_decorated_blocking_action_gets_keywords(program: Program) -> None:
    assert body(program.run("decorated_action")) == "42"


def test_an_action_that_fails_is_told_to_its_agent(program: Program) -> None:
    assert "no power" in body(program.run("failing_action"))


def test_a_factory_gets_wiring_parameters_and_instance_parameters(program: Program) -> None:
    told = body(program.run("built_by_a_factory"))
    assert told.startswith("Hello from boss, ecila-fo-terces, ")
    assert "'tools'" in told


def test_instance_parameters_are_never_stored(program: Program) -> None:
    program.run("built_by_a_factory")
    stored = b"".join(file.read_bytes() for file in (program.folder / "data").iterdir())
    assert b"registered::built/boss" in stored
    assert b"ecila-fo-terces" in stored
    assert b"secret-of-alice" not in stored


def test_an_agent_that_fails_ends_the_task_with_its_reason(program: Program) -> None:
    response = program.run("failing_agent")["response"]
    assert response["message"]["subject"] == "::task_error::"
    assert "out of ideas" in response["message"]["body"]
    assert response["message"]["routing_info"] == {"status": "failed"}


def test_a_breakpoint_pauses_and_goes_on_with_the_answer(program: Program) -> None:
    result = program.run("breakpoint_round")
    paused = result["paused"]["message"]
    assert paused["subject"] == "::breakpoint_tool_call::"
    assert json.loads(paused["body"])[0]["name"] == "approve"
    assert result["resumed"]["message"]["body"] == "You may."
    assert result["again"].startswith("NothingPending: ")
    assert "breakpoint_tool_call_result" in result["without"]


def test_a_stream_can_be_awaited_first_or_just_read(program: Program) -> None:
    result = program.run("streams")
    assert [one[0] for one in result["awaited"]] == list(range(1, len(result["awaited"]) + 1))
    assert result["awaited"][-1][1:] == ["task_complete", "awaited"]
    assert result["direct"] == [one[1] for one in result["awaited"]]
    assert result["second"][0] == len(result["awaited"]) + 1
    assert result["task_id"] == "awaited"


def test_two_swarms_of_one_name_run_at_once_with_their_own_functions(program: Program) -> None:
    assert program.run("two_at_once") == {"bodies": ["A", "B"], "tasks": [["same"], ["same"]]}


def test_a_task_of_another_swarm_is_not_continued(program: Program) -> None:
    assert program.run("another_swarms_task").startswith("Conflict: Task 'taken' belongs to swarm 'one'")


def test_a_task_goes_on_with_its_history(program: Program) -> None:
    result = program.run("second_round")
    first, second = (int(text.split()[0]) for text in result["bodies"])
    assert second > first
    assert result["ids"] == list(range(1, len(result["ids"]) + 1))
    assert result["task"] == ["One", "completed", True, False, "user:default_user@rounds"]


def test_waiting_can_end_before_the_task_does(program: Program) -> None:
    result = program.run("patience")
    assert result["impatient"] == "StillRunning: Task 'slow' has not finished within 0.2 seconds; it goes on."
    assert result["streamed"] == result["impatient"]
    assert result["pending"] == ["slow"]
    assert result["left"] == []
    assert result["body"] == "at last"


def test_shutting_down_cancels_what_runs(program: Program) -> None:
    result = program.run("shut_down_while_running")
    assert result["response"]["message"]["routing_info"] == {"status": "cancelled"}
    assert result["events"][-1] == "task_error"
    assert result["later"] == "SwarmStopped: This swarm has been shut down; instantiate it again."


def test_an_override_stands_in_for_actions_while_it_is_in_force(program: Program) -> None:
    instead, real = program.run("overridden")
    assert instead == "instead of look with {'text': 'up'}"
    assert real == "the real one"


def test_a_part_of_a_swarm_runs_as_a_swarm(program: Program) -> None:
    assert program.run("part") == {
        "name": "whole-half",
        "targets": {"boss": ["left"], "left": ["boss"]},
        "body": "alone",
        "swarm": "whole-half",
    }


def test_a_matrix_rewires_a_running_swarm(program: Program) -> None:
    before, after, matrix = program.run("rewired")
    assert (before, after) == ("not allowed", "allowed")
    assert matrix == [[[0, 1], [1, 0]], ["boss", "worker"]]


def test_whole_messages_are_sent_and_bad_ones_refused(program: Program) -> None:
    result = program.run("whole_messages")
    assert "Subject" in result["body"]
    said = dict(
        zip(
            ("stranger", "shape", "empty", "task", "steps", "resume", "never", "net"),
            result["sentences"],
            strict=True,
        )
    )
    assert said["stranger"] == "UnknownEntrypoint: swarm 'letters' has no entrypoint 'nobody'; it has: boss"
    assert said["shape"] == "Invalid: The message has no `message`."
    assert said["empty"] == "BadLetter: The body must be a text that is not empty."
    assert said["task"] == "BadLetter: A task_id is a text of 1 to 255 printable characters."
    assert said["steps"] == "BadLetter: max_steps must be a whole number from 1."
    assert said["resume"].startswith("BadLetter: resume_from must be user_response or breakpoint_tool_call")
    assert said["never"] == "UnknownTask: task 'never' not found"
    assert said["net"].startswith("NoInterswarm: ")


def test_a_runtime_runs_cores(program: Program) -> None:
    result = program.run("runtime")
    assert result["ticket"] == ["ran", 1]
    assert result["bodies"] == ["haha", "haha"]
    assert result["events"][-1] == "task_complete"
    assert result["seen"] == ["ran", "waited"]
    assert result["queue"] == ["ran", "waited"]
    assert result["nothing"].startswith("BadSwarm: There is nothing to wait for")


def test_a_swarm_outlives_event_loops(program: Program) -> None:
    assert program.run("without_a_loop") == ["done", "done"]


def test_one_process_has_one_data_folder(program: Program) -> None:
    with pytest.raises(
        Refused, match=r"DataElsewhere: The engine of this process keeps its data in .*/data/"
    ):
        program.run("other_folder", folder=str(program.folder / "other"))


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("target", "Agent 'lost' may write to 'nobody', but there is no such agent in this swarm."),
        ("entrypoint", "The entrypoint 'chief' is not one of the agents."),
        ("finisher", "No agent can complete tasks"),
        ("silent", "Action 'silent' needs a function, or must be one of the breakpoint_tools."),
        ("foreign", "python::os:listdir may not be imported"),
        ("name", "no spaces and no `@`"),
        ("factory", "The factory of agent 'boss' must give back an async function, not dict."),
        ("user", "A swarm needs a user_id"),
    ],
)
def test_a_swarm_that_cannot_run_is_refused_in_a_sentence(program: Program, what: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        program.run("instantiate_bad", what=what)
    assert sentence in str(refused.value)


def test_a_kept_folder_goes_on_in_a_later_process_that_has_django_set_up(tmp_path: Path) -> None:
    earlier = Program(tmp_path)
    assert earlier.run("leave_paused") == {"status": "paused"}
    assert earlier.end() == 0
    script = (
        "import asyncio, django; django.setup()\n"
        "from tests.mail.api.scenarios.working import resume_kept\n"
        "print(asyncio.run(resume_kept()))"
    )
    own = environment(MAIL_DATA_DIR=str(tmp_path / "data"), DJANGO_SETTINGS_MODULE="mailproject.settings")
    done = subprocess.run(
        [sys.executable, "-c", script], env=own, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1:] == ["At last."], done.stderr


def test_a_foreign_django_project_is_left_alone() -> None:
    script = (
        "from django.conf import settings; settings.configure()\n"
        "from mail.errors import MailError\n"
        "from tests.mail.api.scenarios.swarms import solo\n"
        "try: solo().instantiate()\n"
        "except MailError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("Another Django project runs in this process: ")


def test_a_folder_in_use_or_a_bad_file_is_refused_and_another_can_be_chosen(
    program: Program, tmp_path: Path
) -> None:
    (tmp_path / "notes.db").write_text("These are notes, not a database. " * 100)
    script = (
        "import asyncio, sys\n"
        "from mail.errors import MailError\n"
        "from tests.mail.api.scenarios.swarms import answer, solo\n"
        "for path in (sys.argv[1], 'notes.db'):\n"
        "    try: solo().instantiate(data_dir=path)\n"
        "    except MailError as error: print(error)\n"
        "print(asyncio.run(answer(solo(), data_dir='tasks.db'))['response']['message']['body'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(program.folder / "data")],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    in_use, bad, answered = done.stdout.splitlines()
    assert in_use.startswith(f"Another process uses {program.folder}/data/mail.sqlite3: ")
    assert "notes.db cannot be used as a database: file is not a database; choose another" in bad
    assert answered == "done"
    assert (tmp_path / "tasks.db").exists()
