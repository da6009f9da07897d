"""Puts findings into the words that people and agents read."""

import re

from mail.demo_model.conversation import Finding, Mail, Round
from mail.demo_model.toolbox import Toolbox

STEP_LIMIT = "::maximum_steps_reached::"
GREETING = re.compile(r"\s*(hi|hello|hey|good (?:morning|afternoon|evening)|greetings)\b", re.I)
# What an agent with such a name is good for, with an example to try.
ABILITIES = {
    "weather": "**weather** forecasts, for example “What is the weather in Paris tomorrow?”",
    "math": "**arithmetic**, for example “What is 12 * 7?”",
    "location": "**weather** forecasts, for example “What is the weather in Paris tomorrow?”",
    "expression": "**arithmetic**, for example “What is 12 * 7?”",
}


def compose_answer(present: Round, lacking: list[str], toolbox: Toolbox) -> str:
    """The answer to everything asked in this round, in Markdown."""
    parts = []
    if present.findings:
        parts.append(_compose_findings(present.findings))
    parts += [_explain_trouble(mail, bool(present.findings)) for mail in present.trouble[-1:]]
    parts += lacking
    if not parts:
        parts.append(introduce(present.questions[-1] if present.questions else None, toolbox))
    return "\n\n".join(parts)


def introduce(question: Mail | None, toolbox: Toolbox) -> str:
    """A polite answer to what cannot be answered: what can be."""
    able = _abilities(toolbox)
    hello = "Hello! " if question and GREETING.match(question.body) else ""
    if not able:
        return f"{hello}I am a small demo model and cannot answer that."
    opening = (
        f"{hello}I can help with:"
        if hello
        else "I am a small demo model and cannot answer that. I can help with:"
    )
    return opening + "\n\n" + "\n".join(f"- {ability}" for ability in able)


def _abilities(toolbox: Toolbox) -> list[str]:
    able = [ABILITIES[slot] for slot in ("location", "expression") if toolbox.find_action(slot)]
    for target in toolbox.targets:
        known = next((text for stem, text in ABILITIES.items() if stem in target.lower()), None)
        able.append(known or f"questions for **{target}**: name it in your message")
    return list(dict.fromkeys(able))


def _compose_findings(findings: list[Finding]) -> str:
    by_source: dict[str, list[str]] = {}
    for finding in findings:
        by_source.setdefault(finding.source, []).extend(_lines(finding.text))
    if len(by_source) == 1:
        (lines,) = by_source.values()
        return _as_list(lines)
    return "\n\n".join(f"**{_title(source)}**\n\n{_as_list(lines)}" for source, lines in by_source.items())


def _as_list(lines: list[str]) -> str:
    if len(lines) == 1 or any(line.startswith("- ") for line in lines):
        return "\n".join(lines)
    return "\n".join(f"- {line}" for line in lines)


def _lines(text: str) -> list[str]:
    return [line.strip().removeprefix("- ") for line in text.splitlines() if line.strip()] or ["(no answer)"]


def _title(source: str) -> str:
    return source.partition("@")[0].replace("_", " ").strip().capitalize()


def _explain_trouble(mail: Mail, has_findings: bool) -> str:
    if mail.subject == STEP_LIMIT:
        known = "This is what was found so far." if has_findings else "Nothing was found so far."
        return f"The limit of steps for this task was reached. {known}"
    reason = next(iter(_lines(mail.body)))[:300]
    return f"Something went wrong on the way: {reason}"
