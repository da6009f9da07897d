"""The example of the MAIL 1.x documents, as it stands there, in a fresh process without configuration."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mail.api.conftest import environment

PROGRAM = """
import asyncio

from mail import MAILAgentTemplate, MAILSwarmTemplate
from mail.examples import weather_dummy  # Provides demo agent params and tools

# Build reusable agent templates from the bundled examples
supervisor = MAILAgentTemplate.from_example("supervisor", comm_targets=["weather"])
weather = MAILAgentTemplate.from_example("weather", comm_targets=["supervisor"])

# Assemble a swarm template that links the agents together
demo_template = MAILSwarmTemplate(
    name="demo-swarm",
    agents=[supervisor, weather],
    actions=[*supervisor.actions, *weather.actions],
    entrypoint="supervisor",
)

async def main() -> None:
    # Instantiate a concrete swarm runtime for a specific user
    swarm = demo_template.instantiate(instance_params={}, user_id="demo-user")
    # Post a message to the supervisor entrypoint and capture optional events
    response, events = await swarm.post_message(
        subject="Forecast check",
        body="What's the outlook for tomorrow in New York?",
        show_events=True,
    )
    # Emit the supervisor's final answer
    print(response["message"]["body"])
    # Always shut the runtime down to flush background tasks
    await swarm.shutdown()

asyncio.run(main())
"""


def test_the_documents_example_runs_as_written(tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    left = set(Path(tempfile.gettempdir()).glob("mail-swarm-*"))
    (tmp_path / "example.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "example.py"],
        cwd=tmp_path,
        env=environment(TMPDIR=str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("New York, ")
    assert "chance of precipitation" in done.stdout
    assert done.stderr == ""
    assert [path.name for path in tmp_path.iterdir()] == ["example.py"], "it leaves nothing behind"
    assert set(Path(tempfile.gettempdir()).glob("mail-swarm-*")) <= left
    # Processor time, because the clock depends on what else this machine does.
    assert after.ru_utime - before.ru_utime < 10
