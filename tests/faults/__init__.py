"""Real processes, killed, cut off and confused: rows are the truth, so every task still ends as it should."""
