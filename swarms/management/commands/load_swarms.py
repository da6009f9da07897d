"""manage.py load_swarms: definitions from a swarms.json into the database, all of them or none."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mail.errors import MailError
from mail.swarms_json import parse_document
from swarms.check import errors_in
from swarms.errors import BadDocument
from swarms.report import line_of, lines_of
from swarms.source import read_definitions
from swarms.store import check_documents, store_documents


class Command(BaseCommand):
    help = "Load the swarms of a swarms.json. Swarms that exist are kept unless --replace is given."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the swarms.json to load")
        parser.add_argument("--replace", action="store_true", help="overwrite swarms that exist")
        parser.add_argument("--check", action="store_true", help="only say what is wrong; change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            documents = parse_document(read_definitions(Path(options["file"])))
            if options["check"]:
                self.check_only(documents)
            else:
                self.stdout.write("\n".join(lines_of(store_documents(documents, replace=options["replace"]))))
        except BadDocument as error:
            raise CommandError("nothing was changed:\n" + "\n".join(map(line_of, error.problems))) from error
        except MailError as error:
            raise CommandError(f"nothing was changed: {error.detail}") from error

    def check_only(self, documents: list[dict[str, Any]]) -> None:
        found = check_documents(documents)
        for document, problems in zip(documents, found, strict=True):
            self.stdout.write(f"{document.get('name', 'unnamed')}: {len(problems)} problem(s)")
            for problem in problems:
                self.stdout.write(f"  {line_of(problem)}")
        if any(errors_in(problems) for problems in found):
            raise CommandError("this file would not be loaded; mend the errors above")
