"""What the tests of references refer to. It lies outside `mail`, so it must be allowed by name."""

import os
import subprocess
from subprocess import run

PROMPT = "Be brief."
NESTED = {"system": "python::tests.mail.sample_references:PROMPT", "list": ["plain"]}
LOOP = "python::tests.mail.sample_references:BACK"
BACK = ["python::tests.mail.sample_references:LOOP"]
ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)
LEAKS = (os, subprocess, run)


class Factory:
    """Something that can be named."""


def function() -> str:
    return "called"
