"""Every example of docs/python-api.md runs, and prints what it should."""

import re
from pathlib import Path

import pytest

from tests.mail.api.conftest import Program

PAGE = Path(__file__).parents[3] / "docs/python-api.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
# What each of them prints, in the order of the page.
PRINTED = [
    r"Oslo, .* chance of precipitation\.\nTrue task_complete\n",
    r"It is 42\.\n",
    r"1 new_message\n(\d+ \w+\n)*\d+ task_complete\ncompleted\n",
    r'ask_person \{"question": "May I\?"\}\nYes, you may\.\n',
    r"\['weather', 'math'\]\ntrio-sums \[\('supervisor', \['math'\]\), \('math', \['supervisor'\]\)\]\n",
]


@pytest.mark.parametrize(("number", "printed"), list(enumerate(PRINTED)))
def test_an_example_of_the_page_runs(program: Program, number: int, printed: str) -> None:
    assert re.fullmatch(printed, program.execute(PROGRAMS[number]))


def test_no_example_of_the_page_is_left_out() -> None:
    assert len(PROGRAMS) == len(PRINTED)
