"""Programs that measure the budgets; README.md says how to run each and what they gave."""
