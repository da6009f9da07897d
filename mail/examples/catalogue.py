"""The examples by their short names, with everything needed to put one into a swarm."""

from dataclasses import dataclass, field
from typing import Any

from mail.actions import MAILAction
from mail.errors import NotFound
from mail.examples import analyst_dummy, consultant_dummy, math_dummy, supervisor, weather_dummy


@dataclass(frozen=True, slots=True)
class Example:
    """One example agent: its factory, parameters and actions."""

    name: str
    factory: str
    agent_params: dict[str, Any]
    actions: tuple[MAILAction, ...] = field(default=())
    is_supervisor: bool = False


EXAMPLES: dict[str, Example] = {
    example.name: example
    for example in (
        Example(
            "supervisor",
            "python::mail.examples.supervisor.agent:LiteLLMSupervisorFunction",
            supervisor.supervisor_agent_params,
            is_supervisor=True,
        ),
        Example(
            "weather",
            "python::mail.examples.weather_dummy.agent:LiteLLMWeatherFunction",
            weather_dummy.weather_agent_params,
            (weather_dummy.action_get_weather_forecast,),
        ),
        Example(
            "math",
            "python::mail.examples.math_dummy.agent:LiteLLMMathFunction",
            math_dummy.math_agent_params,
            (math_dummy.action_calculate_expression,),
        ),
        Example(
            "consultant",
            "python::mail.examples.consultant_dummy.agent:LiteLLMConsultantFunction",
            consultant_dummy.consultant_agent_params,
            (consultant_dummy.action_recommend_next_steps,),
        ),
        Example(
            "analyst",
            "python::mail.examples.analyst_dummy.agent:LiteLLMAnalystFunction",
            analyst_dummy.analyst_agent_params,
            (analyst_dummy.action_get_report,),
        ),
    )
}


def get_example(name: str) -> Example:
    if name not in EXAMPLES:
        raise NotFound(f"There is no example agent {name!r}: choose one of {', '.join(EXAMPLES)}.")
    return EXAMPLES[name]
