"""Ready-made agents to start from: a supervisor and four specialists, each with its prompt and actions."""

from mail.examples import analyst_dummy, consultant_dummy, math_dummy, supervisor, weather_dummy
from mail.examples.catalogue import EXAMPLES, Example, get_example

__all__ = [
    "EXAMPLES",
    "Example",
    "analyst_dummy",
    "consultant_dummy",
    "get_example",
    "math_dummy",
    "supervisor",
    "weather_dummy",
]
