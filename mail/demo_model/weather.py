"""Finds in a text which places and days somebody wants the weather for."""

import re
from dataclasses import dataclass
from datetime import date

TRIGGER = re.compile(
    r"\b(weather|forecast|temperature|rain\w*|sun|sunny|snow\w*|wind\w*|hot|cold|warm|umbrella|outlook|degrees)\b",
    re.I,
)
# Words after which a place may come, and words that no place begins or goes on with.
BEFORE_PLACE = re.compile(r"\b(?:in|for|at|near|of)\s+", re.I)
NOT_A_PLACE_WORDS = """
    a about after also an any are be calculate can celsius compute could day days degrees do does fahrenheit
    forecast give how i imperial in is it like me metric month morning my next now on or our please see show
    tell then there this today tomorrow tonight units us using week weekend what when which will with would
    you monday tuesday wednesday thursday friday saturday sunday weather temperature outlook umbrella
"""
NOT_A_PLACE = frozenset(NOT_A_PLACE_WORDS.split())
SMALL_WORDS = frozenset({"de", "del", "la", "le", "los", "las", "of", "upon", "am", "the"})
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY = re.compile(
    r"\b(day after tomorrow|tomorrow|today|tonight|now|next week|weekend"
    r"|in (\d{1,2}) days?|(\d{1,2}) days? (?:ahead|from now)|" + "|".join(WEEKDAYS) + r")\b",
    re.I,
)
FIXED_DAYS = {"day after tomorrow": 2, "tomorrow": 1, "today": 0, "tonight": 0, "now": 0, "next week": 7}
WORD = re.compile(r"[^\W\d_][\w'\u2019.-]*|\S")


@dataclass(frozen=True, slots=True)
class WeatherNeed:
    """One forecast that is wanted."""

    location: str
    days_ahead: int
    metric: bool = True

    def sentence(self) -> str:
        when = {0: "today", 1: "tomorrow"}.get(self.days_ahead, f"in {self.days_ahead} days")
        units = "" if self.metric else " in Fahrenheit"
        return f"What is the weather in {self.location} {when}{units}?"


def asks_for_weather(text: str) -> bool:
    return TRIGGER.search(text) is not None


def find_weather_needs(text: str, today: date | None, places: list[str] | None = None) -> list[WeatherNeed]:
    """One need for each place; places from earlier are used when the text names a day but no place."""
    found = find_places(text)
    days = [(match.start(), _days_ahead(match, today)) for match in DAY.finditer(text)]
    metric = re.search(r"fahrenheit|imperial", text, re.I) is None
    if not found:
        return [WeatherNeed(place, days[0][1] if days else 0, metric) for place in places or []]
    ends = [start for start, _ in found[1:]] + [len(text)]
    needs = []
    for (start, place), end in zip(found, ends, strict=True):
        own = [ahead for at, ahead in days if start < at < end]
        needs.append(WeatherNeed(place, (own or [days[0][1] if days else 0])[0], metric))
    return list(dict.fromkeys(needs))


def find_places(text: str) -> list[tuple[int, str]]:
    """(position, name) of every place, in order."""
    found: list[tuple[int, str]] = []
    for match in BEFORE_PLACE.finditer(text):
        if found and match.start() < found[-1][0] + len(found[-1][1]):
            continue
        found += _places_from(text, match.end())
    return found


def _places_from(text: str, start: int) -> list[tuple[int, str]]:
    """The list of places that begins here: `Paris`, `New York and Rome`, `oslo, bergen`."""
    places: list[tuple[int, str]] = []
    words: list[re.Match[str]] = []
    capitals: bool | None = None
    for word in WORD.finditer(text, start):
        token = word.group().lower().rstrip(".")
        if token in ("and", "&", ",") or _continues(word.group(), token, words, capitals):
            if token in ("and", "&", ","):
                places += _name(words)
                words = []
            else:
                words.append(word)
                capitals = word.group()[0].isupper() if capitals is None else capitals
            continue
        break
    return places + _name(words)


def _continues(word: str, token: str, words: list[re.Match[str]], capitals: bool | None) -> bool:
    if not word[0].isalpha() or token in NOT_A_PLACE:
        return False
    if token in SMALL_WORDS:
        return bool(words) or word[0].isupper()
    # Who writes Paris with a capital would write the next place with one too.
    return not capitals or word[0].isupper()


def _name(words: list[re.Match[str]]) -> list[tuple[int, str]]:
    kept = list(words)
    while kept and kept[-1].group().lower() in SMALL_WORDS:
        kept.pop()
    if not kept:
        return []
    name = " ".join(word.group().rstrip(".") for word in kept)
    return [(kept[0].start(), name.title() if name.islower() else name)]


def _days_ahead(match: re.Match[str], today: date | None) -> int:
    word = match.group(1).lower()
    number = match.group(2) or match.group(3)
    if number:
        return int(number)
    if word in FIXED_DAYS:
        return FIXED_DAYS[word]
    if today is None:
        return 0
    weekday = WEEKDAYS.index("saturday" if word == "weekend" else word)
    return (weekday - today.weekday()) % 7
