"""Real servers on the loopback address, for tests that fetch."""

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Answer = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A running server: its port, and every request it saw as (method, path, headers, body)."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []

    def url(self, path: str = "/", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"


@contextmanager
def serve(answer: Answer, context: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Serve until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.requests.append((self.command, self.path, headers, body))
            answer(self)

        # The base class finds its methods by these names.
        do_GET = do_POST = handle_any  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
            """Tests stay quiet."""

    class QuietServer(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Clients that hang up are part of what is tested."""

    listener = QuietServer(("127.0.0.1", 0), Handler)
    if context is not None:
        listener.socket = context.wrap_socket(listener.socket, server_side=True)
    server = Server(listener.server_address[1])
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()


def reply(handler: BaseHTTPRequestHandler, body: bytes = b"{}", status: int = 200, **headers: str) -> None:
    """A complete answer; header names are written with underscores."""
    handler.send_response(status)
    headers.setdefault("Content_Type", "application/json")
    for name, value in {**headers, "Content_Length": str(len(body))}.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def self_signed_context(folder: Path, names: list[str]) -> ssl.SSLContext:
    """A TLS context nobody trusts, which notes the server names that clients ask for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    context.sni_callback = lambda _socket, asked, _context: names.append(asked)
    return context
