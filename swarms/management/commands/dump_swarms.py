"""manage.py dump_swarms: definitions from the database as a swarms.json."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from swarms.export import to_file
from swarms.models import Swarm


class Command(BaseCommand):
    help = "Write the named swarms, or all, as a swarms.json."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", help="swarms to write; all when none is named")
        parser.add_argument("--output", help="the file to write; the screen when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        text = to_file(self.find(options["names"]))
        if not options["output"]:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["output"]).write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}") from error

    def find(self, names: list[str]) -> list[Swarm]:
        swarms = Swarm.objects.prefetch_related("agents", "actions")
        if not names:
            return list(swarms)
        found = {swarm.name: swarm for swarm in swarms.filter(name__in=names)}
        if missing := [name for name in names if name not in found]:
            raise CommandError(f"there is no swarm named {', '.join(missing)}")
        return [found[name] for name in names]
