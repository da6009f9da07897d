"""What a token looks like: `mail_`, twelve public characters, an underscore and the secret."""

import hashlib
import re
import secrets
from typing import NamedTuple

MARK = "mail_"
# Checked before anything else: garbage, NUL and megabytes of header never reach the database.
PATTERN = re.compile(rf"({MARK}[0-9a-f]{{12}})_([A-Za-z0-9_-]{{43}})")


class TokenParts(NamedTuple):
    prefix: str
    secret: str

    @property
    def plain_text(self) -> str:
        return f"{self.prefix}_{self.secret}"

    @property
    def digest(self) -> str:
        # A fast hash is enough: the secret has 256 random bits, so nobody can guess their way to it.
        return hashlib.sha256(self.secret.encode("ascii")).hexdigest()


def make_parts() -> TokenParts:
    return TokenParts(prefix=MARK + secrets.token_hex(6), secret=secrets.token_urlsafe(32))


def find_parts(text: str) -> TokenParts | None:
    match = PATTERN.fullmatch(text)
    return TokenParts(*match.groups()) if match else None
