"""The consultant's action: general next steps for a subject, always the same for it."""

import hashlib

from pydantic import BaseModel, Field

from mail.actions import MAILAction, find_action
from mail.examples.declare import declare_action

STEPS = (
    "Write down in one sentence what success would look like, and by when.",
    "Ask five of the people concerned what hinders them most.",
    "Measure the present state before changing anything.",
    "Stop the one activity that costs most and brings least.",
    "Try the smallest change first, for two weeks, with one team.",
    "Name one person who decides, and one date for the decision.",
    "Compare the cost of waiting with the cost of a wrong first step.",
)


class RecommendationArguments(BaseModel):
    """Recommend next steps for a subject."""

    topic: str = Field(min_length=1, max_length=4000, description="What the advice is about")
    number: int = Field(3, ge=1, le=5, description="How many steps to recommend")


@declare_action(RecommendationArguments)
async def recommend_next_steps(arguments: RecommendationArguments) -> str:
    """Recommend next steps for a subject, one in each line."""
    start = hashlib.sha256(arguments.topic.casefold().encode()).digest()[0]
    chosen = sorted((start + step) % len(STEPS) for step in range(arguments.number))
    return "\n".join(STEPS[index] for index in chosen)


_declared = find_action(recommend_next_steps)
assert _declared is not None
action_recommend_next_steps: MAILAction = _declared
