"""What to do about a question: which actions to use, whom to ask, with which words."""

import re
from dataclasses import dataclass, field

from mail.demo_model.arithmetic import find_expressions
from mail.demo_model.conversation import Call, Conversation, Mail
from mail.demo_model.toolbox import Toolbox
from mail.demo_model.weather import WeatherNeed, asks_for_weather, find_places, find_weather_needs

# Which words in a question call for an agent whose name holds this stem.
STEMS = {
    "analy": re.compile(r"\banaly|\breport|\btrend|\bfigures|\brevenue|\bsales|\bdata\b", re.I),
    "consult": re.compile(r"\badvi[cs]|\brecommend|\bstrateg|\bshould (?:we|i)\b|\bimprove|\bplan\b", re.I),
}
WEATHER_STEMS = ("weather", "forecast", "meteo")
MATH_STEMS = ("math", "calc", "arithmetic")


@dataclass(slots=True)
class Plan:
    """The calls that answer a question, and what cannot be done about it."""

    calls: list[Call] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)


def make_plan(question: Mail, conversation: Conversation, toolbox: Toolbox) -> Plan:
    plan = Plan()
    _plan_weather(plan, question, conversation, toolbox)
    _plan_arithmetic(plan, question, conversation, toolbox)
    if not plan.calls and not plan.lacking:
        _plan_anything_else(plan, question, toolbox)
    return plan


def _plan_weather(plan: Plan, question: Mail, conversation: Conversation, toolbox: Toolbox) -> None:
    needs = _weather_needs(question, conversation)
    if not needs:
        if asks_for_weather(question.body) and _can_weather(toolbox):
            plan.lacking.append("Which place should the forecast be for?")
        return
    action, agent = toolbox.find_action("location"), _find_agent(toolbox, WEATHER_STEMS)
    if action:
        for need in needs:
            slots = {"location": need.location, "days_ahead": need.days_ahead, "metric": need.metric}
            plan.calls.append(Call(action, toolbox.fill(action, **slots)))
    elif agent:
        subject = f"Weather in {' and '.join(dict.fromkeys(need.location for need in needs))}"
        plan.calls.append(_request(agent, subject, [need.sentence() for need in needs]))


def _weather_needs(question: Mail, conversation: Conversation) -> list[WeatherNeed]:
    earlier = [mail for mail in conversation.earlier_questions if asks_for_weather(mail.body)]
    places = [name for mail in earlier[-1:] for _, name in find_places(mail.body)]
    if asks_for_weather(question.body):
        return find_weather_needs(question.body, question.day, places)
    # "And in Rome tomorrow?" means the weather only if that was the subject before.
    follows_up = earlier and not find_expressions(question.body)
    short = len(question.body.split()) <= 8
    return (
        find_weather_needs(question.body, question.day, _if_day(question.body, places))
        if follows_up and short
        else []
    )


def _if_day(text: str, places: list[str]) -> list[str]:
    return places if re.search(r"\b(to(?:day|morrow|night)|day|days|week\w*|\w+day)\b", text, re.I) else []


def _plan_arithmetic(plan: Plan, question: Mail, conversation: Conversation, toolbox: Toolbox) -> None:
    earlier = [text for mail in conversation.earlier_questions for text in find_expressions(mail.body)]
    expressions = find_expressions(question.body, earlier[-1] if earlier else None)
    if not expressions:
        return
    action, agent = toolbox.find_action("expression"), _find_agent(toolbox, MATH_STEMS)
    if action:
        plan.calls += [Call(action, toolbox.fill(action, expression=text)) for text in expressions]
    elif agent:
        plan.calls.append(_request(agent, "Calculation", [f"What is {text}?" for text in expressions]))


def _plan_anything_else(plan: Plan, question: Mail, toolbox: Toolbox) -> None:
    agent = _find_named_agent(question.body, toolbox)
    if agent:
        plan.calls.append(_request(agent, question.subject or "Question", [question.body]))
        return
    free = [name for name in toolbox.actions if name not in _topical(toolbox)]
    if free and not question.is_from_person:
        plan.calls.append(Call(free[0], toolbox.fill_with_text(free[0], question.body)))


def _find_named_agent(text: str, toolbox: Toolbox) -> str | None:
    for target in toolbox.targets:
        name = target.split("@")[0].lower()
        stems = [pattern for stem, pattern in STEMS.items() if stem in name]
        if re.search(rf"\b{re.escape(name)}\b", text, re.I) or any(stem.search(text) for stem in stems):
            return target
    return None


def _find_agent(toolbox: Toolbox, stems: tuple[str, ...]) -> str | None:
    return next((name for name in toolbox.targets if any(stem in name.lower() for stem in stems)), None)


def _can_weather(toolbox: Toolbox) -> bool:
    return bool(toolbox.find_action("location") or _find_agent(toolbox, WEATHER_STEMS))


def _topical(toolbox: Toolbox) -> set[str | None]:
    return {toolbox.find_action("location"), toolbox.find_action("expression")}


def _request(target: str, subject: str, sentences: list[str]) -> Call:
    return Call("send_request", {"target": target, "subject": subject, "body": "\n".join(sentences)})
