"""Finds arithmetic in a text, written in signs or in words."""

import ast
import re

# Words for signs, longest first where one begins another.
WORDS: tuple[tuple[str, str], ...] = (
    (r"(\d+(?:\.\d+)?)\s*(?:%|percent)\s+of\s+", r"\1 / 100 * "),
    (r"(?:the\s+)?square root of\s+\(?(\d+(?:\.\d+)?)\)?", r"sqrt(\1)"),
    (r"\bmultiplied by\b|\btimes\b|\u00d7|\u00b7", "*"),
    (r"\bdivided by\b|\u00f7", "/"),
    (r"\bto the power of\b|\^", "**"),
    (r"(\d)\s+squared\b", r"\1 ** 2"),
    (r"(\d)\s+cubed\b", r"\1 ** 3"),
    (r"\bplus\b", "+"),
    (r"\bminus\b", "-"),
    (r"(?<=\d)\s*x\s*(?=\d)", " * "),
    (r"(?<=\d),(?=\d{3}\b)", ""),
)
RUN = re.compile(r"(?:\bsqrt\b|[\d.()+\-*/%\s])+")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
GOES_ON = re.compile(r"^\s*(?:and\s+|then\s+|now\s+)*([+\-*/]\*?)\s*(\(?\d[\d.()+\-*/\s]*)")


def find_expressions(text: str, earlier: str | None = None) -> list[str]:
    """Every calculation in the text; one that begins with a sign goes on with the earlier one."""
    signs = in_signs(text)
    further = GOES_ON.match(signs)
    if earlier and further:
        candidates = [f"({earlier}) {further.group(1)} {further.group(2)}"]
    else:
        candidates = [match.group() for match in RUN.finditer(signs)]
    cleaned = (_clean(candidate) for candidate in candidates)
    return list(dict.fromkeys(expression for expression in cleaned if expression))


def in_signs(text: str) -> str:
    for pattern, sign in WORDS:
        text = re.sub(pattern, sign, text, flags=re.IGNORECASE)
    return text


def _clean(candidate: str) -> str | None:
    expression = " ".join(candidate.split()).rstrip("+-*/%. ").lstrip("*/%.) +")
    if DATE.search(expression):
        return None
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    calculates = any(isinstance(node, ast.BinOp | ast.Call) for node in ast.walk(tree))
    return expression if calculates else None
