"""The analyst's action: made-up quarterly figures, always the same for a subject."""

import hashlib

from pydantic import BaseModel, Field

from mail.actions import MAILAction, find_action
from mail.examples.declare import declare_action


class ReportArguments(BaseModel):
    """Get the quarterly figures of a subject."""

    topic: str = Field(min_length=1, max_length=4000, description="What the figures are about")
    quarters: int = Field(4, ge=2, le=8, description="How many quarters to report")


@declare_action(ReportArguments)
async def get_report(arguments: ReportArguments) -> str:
    """Get the quarterly figures of a subject and their trend."""
    digest = hashlib.sha256(arguments.topic.casefold().encode()).digest()
    figures = [100 + digest[0] % 50]
    for index in range(1, arguments.quarters):
        figures.append(figures[-1] + digest[index] % 21 - 8)
    change = (figures[-1] - figures[0]) / figures[0] * 100
    listed = ", ".join(f"Q{index}: {figure}" for index, figure in enumerate(figures, start=1))
    direction = "a rise" if change > 0 else "a fall" if change < 0 else "no change"
    return f"Index by quarter: {listed}.\nFrom first to last quarter: {direction} of {abs(change):.1f} %."


_declared = find_action(get_report)
assert _declared is not None
action_get_report: MAILAction = _declared
