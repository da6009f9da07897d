"""The engine's own CPU time for a step: everything but the model call, jobs and nudges included.

python -m benchmarks.steps [--database sqlite] [--tasks 200] [--statements]
"""

import argparse

from benchmarks.inside import Engine, prepare
from benchmarks.table import show


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgresql"])
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--statements", action="store_true", help="also count them (costs a little)")
    options = parser.parse_args()
    with prepare(options.database):
        engine = Engine(count_statements=options.statements)
        engine.run(20)
        cost = engine.run(options.tasks)
        engine.stop()
    show(
        f"{options.tasks} tasks of 4 steps",
        ("database", "CPU ms/step", "steps/s", "statements/step"),
        [(options.database, cost.cpu_ms, cost.steps / cost.wall, cost.statements_per_step or "not counted")],
    )
    for statement, count in cost.statements.most_common(40):
        print(f"{count / cost.steps:6.2f}  {statement}")


if __name__ == "__main__":
    main()
