"""How a bearer token stands in an Authorization header."""


def find_bearer(header: str | None) -> str | None:
    """The token behind `Bearer`; None where the header is missing or of another scheme."""
    scheme, _, token = (header or "").strip().partition(" ")
    # Other schemes are not ours to judge: a proxy's Basic login may travel beside a session cookie.
    return token.strip() if scheme.lower() == "bearer" else None
