"""The weather agent of the examples; its forecasts are made up, always the same for a place and a day."""

from typing import Any

from mail.actions import MAILAction
from mail.examples.weather_dummy.actions import action_get_weather_forecast, get_weather_forecast
from mail.examples.weather_dummy.agent import LiteLLMWeatherFunction
from mail.examples.weather_dummy.prompts import SYSPROMPT

weather_agent_params: dict[str, Any] = {"llm": "demo/assistant", "system": SYSPROMPT}
actions: list[MAILAction] = [action_get_weather_forecast]

__all__ = [
    "SYSPROMPT",
    "LiteLLMWeatherFunction",
    "action_get_weather_forecast",
    "actions",
    "get_weather_forecast",
    "weather_agent_params",
]
