"""The weather agent's action: a made-up forecast, always the same for a place and a day."""

import hashlib
from datetime import UTC, date, datetime, timedelta

from pydantic import BaseModel, Field

from mail.actions import MAILAction, find_action
from mail.examples.declare import declare_action

SKIES = (
    "clear skies",
    "sunny spells",
    "overcast",
    "light rain",
    "showers",
    "heavy rain",
    "fog",
    "strong wind",
)
COLD_SKIES = ("clear skies", "overcast", "light snow", "snow showers", "freezing fog")
# Typical highs of each month in degrees Celsius for a temperate northern place.
HIGHS = (6, 7, 11, 15, 19, 23, 26, 26, 21, 16, 10, 7)


class ForecastArguments(BaseModel):
    """Get the weather forecast for a place."""

    location: str = Field(min_length=1, max_length=200, description="The place to get the forecast for")
    days_ahead: int = Field(0, ge=0, le=30, description="How many days from today; 0 is today")
    metric: bool = Field(True, description="Whether to use metric units")


@declare_action(ForecastArguments)
async def get_weather_forecast(arguments: ForecastArguments) -> str:
    """Get the weather forecast for a place on a day."""
    day = datetime.now(UTC).date() + timedelta(days=arguments.days_ahead)
    return describe_forecast(arguments.location.strip(), day, metric=arguments.metric)


def describe_forecast(location: str, day: date, *, metric: bool) -> str:
    digest = hashlib.sha256(f"{location.casefold()}|{day.isoformat()}".encode()).digest()
    high = HIGHS[day.month - 1] + digest[0] % 11 - 5
    low = high - 4 - digest[1] % 6
    skies = COLD_SKIES if high <= 1 else SKIES
    sky, rain, wind = skies[digest[2] % len(skies)], digest[3] % 11 * 10, 3 + digest[4] % 38
    when = f"{day:%A} {day.day} {day:%B %Y}"
    return (
        f"{location}, {when}: {sky}, {_temperature(low, metric)} to {_temperature(high, metric)}"
        f" {'°C' if metric else '°F'}, wind {_speed(wind, metric)}, {rain} % chance of precipitation."
    )


def _temperature(celsius: int, metric: bool) -> int:
    return celsius if metric else round(celsius * 9 / 5 + 32)


def _speed(kilometres: int, metric: bool) -> str:
    return f"{kilometres} km/h" if metric else f"{round(kilometres / 1.609)} mph"


_declared = find_action(get_weather_forecast)
assert _declared is not None
action_get_weather_forecast: MAILAction = _declared
