"""The engine: claim → prompt → model → dispatch → handlers, one step of one actor at a time."""
