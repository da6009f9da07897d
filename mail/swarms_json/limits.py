"""Knows how large a definition may be."""

LIMIT = 5_000_000
MAX_DEPTH = 50
MAX_SWARMS = 100
MAX_AGENTS = 500
MAX_ACTIONS = 500
MAX_PROBLEMS = 50
