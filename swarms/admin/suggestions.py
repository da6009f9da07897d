"""What the forms suggest to somebody who does not know the code."""

from mail.tools import MAIL_TOOL_NAMES

DEFAULT_FACTORY = "python::mail.factories.base:LiteLLMAgentFunction"
DEFAULT_MODEL = "demo/assistant"
DEFAULT_PARAMETERS = {"type": "object", "properties": {}, "required": []}

FACTORIES = {
    DEFAULT_FACTORY: "An agent that asks any model",
    "python::mail.factories.supervisor:LiteLLMSupervisorFunction": "An agent that leads and finishes tasks",
    "python::mail.examples.weather_dummy.agent:LiteLLMWeatherFunction": "The weather example",
    "python::mail.examples.math_dummy.agent:LiteLLMMathFunction": "The arithmetic example",
    "python::mail.examples.consultant_dummy.agent:LiteLLMConsultantFunction": "The consultant example",
    "python::mail.examples.analyst_dummy.agent:LiteLLMAnalystFunction": "The analyst example",
}
FUNCTIONS = {
    "python::mail.examples.weather_dummy.actions:get_weather_forecast": "An invented weather forecast",
    "python::mail.examples.math_dummy.actions:calculate_expression": "Arithmetic",
}
MODELS = {
    DEFAULT_MODEL: "The built-in demo model; needs no key",
    "openai/gpt-5-mini": "Needs OPENAI_API_KEY",
    "anthropic/claude-opus-4-5-20251101": "Needs ANTHROPIC_API_KEY",
}

# By the name that a form field's `suggest` gives.
LISTS = {"factories": FACTORIES, "functions": FUNCTIONS, "models": MODELS}
NAME_LISTS = {"tools": list(MAIL_TOOL_NAMES), "functions": list(FUNCTIONS)}


def page_context() -> dict[str, object]:
    """What the page's template writes into its lists of suggestions."""
    return {"suggestion_lists": LISTS, "name_lists": NAME_LISTS}
