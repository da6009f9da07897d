"""The math agent's action: arithmetic on text."""

from pydantic import BaseModel, Field

from mail.actions import MAILAction, find_action
from mail.examples.declare import declare_action
from mail.examples.math_dummy.evaluate import LONGEST_EXPRESSION, evaluate, format_number


class CalculationArguments(BaseModel):
    """Evaluate an arithmetic expression."""

    expression: str = Field(min_length=1, max_length=LONGEST_EXPRESSION, description="Expression to evaluate")
    precision: int | None = Field(None, ge=0, le=12, description="Optional number of decimal places")


@declare_action(CalculationArguments)
async def calculate_expression(arguments: CalculationArguments) -> str:
    """Evaluate a basic arithmetic expression."""
    expression = arguments.expression.strip()
    return f"{expression} = {format_number(evaluate(expression), arguments.precision)}"


_declared = find_action(calculate_expression)
assert _declared is not None
action_calculate_expression: MAILAction = _declared
