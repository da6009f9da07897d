"""Evaluates arithmetic written as text, without ever running it as code, and within fixed bounds."""

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

from mail.errors import Invalid

LONGEST_EXPRESSION = 500
LARGEST_BITS = 10_000  # about three thousand digits
Number = int | float


class BadExpression(Invalid):
    """This expression cannot be evaluated."""


OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitXor: operator.pow,  # people write 2^8 for a power
}
SIGNS: dict[type[ast.unaryop], Callable[[Any], Any]] = {ast.UAdd: operator.pos, ast.USub: operator.neg}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": math.sqrt,
    "abs": abs,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
    "min": min,
    "max": max,
    "log": math.log,
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
}
CONSTANTS = {"pi": math.pi, "e": math.e}


def evaluate(expression: str) -> Number:
    """The value; everything that is not plain arithmetic is refused with the reason."""
    if len(expression) > LONGEST_EXPRESSION:
        raise BadExpression(f"The expression is longer than {LONGEST_EXPRESSION} characters: shorten it.")
    try:
        value = _value(ast.parse(expression.strip(), mode="eval").body)
    except ZeroDivisionError:
        raise BadExpression("The expression divides by zero.") from None
    except (OverflowError, RecursionError, MemoryError):
        raise BadExpression("The result is too large to compute.") from None
    except (SyntaxError, ValueError, TypeError) as error:
        raise BadExpression(f"{expression!r} is not an arithmetic expression: {error}.") from None
    return _check_number(value)


def format_number(value: Number, precision: int | None = None) -> str:
    if precision is not None:
        return f"{value:.{precision}f}"
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    return f"{value:.12g}"


def _value(node: ast.expr) -> Number:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _check_number(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return _combine(node.op, _value(node.left), _value(node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return _check_number(SIGNS[type(node.op)](_value(node.operand)))
    if isinstance(node, ast.Name) and node.id in CONSTANTS:
        return CONSTANTS[node.id]
    if isinstance(node, ast.Call):
        return _call(node)
    raise BadExpression(f"Only arithmetic is allowed, not {ast.unparse(node)[:60]!r}.")


def _combine(sign: ast.operator, left: Number, right: Number) -> Number:
    # Bounded before it is computed: 9**9**9 must cost nothing.
    is_power = isinstance(sign, ast.Pow | ast.BitXor) and isinstance(left, int) and isinstance(right, int)
    if is_power and int(left).bit_length() * abs(right) > LARGEST_BITS:
        raise OverflowError
    return _check_number(OPERATORS[type(sign)](left, right))


def _call(node: ast.Call) -> Number:
    if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
        raise BadExpression(f"Only these functions are known: {', '.join(FUNCTIONS)}.")
    return _check_number(FUNCTIONS[node.func.id](*[_value(argument) for argument in node.args]))


def _check_number(value: Any) -> Number:
    if isinstance(value, int) and value.bit_length() <= LARGEST_BITS:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, int | float):
        raise OverflowError
    raise BadExpression("The result is not a real number.")
