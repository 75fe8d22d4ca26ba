"""The studio's web server: read-only, on this machine only, and only for its own page.

Other web sites that are open in the same browser can send requests here, and a name of theirs can be made to mean this
machine: a request whose Host, Origin or fetch metadata is not ours is refused. Nothing is looked up on the disk by a
path from a request; the studio knows every file by its name.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from pipeline.project.watch import changes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pipeline.project.studio import Refreshed, Studio

ADDRESS = "127.0.0.1"
_NAMES = ("127.0.0.1", "localhost")
_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json; charset=utf-8",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
    "woff2": "font/woff2",
    "pdf": "application/pdf",
}
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
_STREAM = "text/event-stream"
_BEAT = 15.0
_HTTP = 80


class Server(ThreadingHTTPServer):
    """Serves a studio until it is shut down."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, studio: Studio, port: int) -> None:
        super().__init__((ADDRESS, port), _Handler)
        self.studio = studio
        self.hosts = hosts(self.server_port)
        self._listeners: set[queue.SimpleQueue[str]] = set()
        self._lock = threading.Lock()
        self._born = time.time_ns()
        self._told = 0

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.server_port}/"

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to every open page."""
        with self._lock:
            self._told += 1
            for listener in self._listeners:
                listener.put(json.dumps({**message, "state": self._state()}))

    def listen(self) -> queue.SimpleQueue[str]:
        """Messages from now on. The first says where we are: a page that has listened before sees if it missed any."""
        listener: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._lock:
            listener.put(json.dumps({"state": self._state()}))
            self._listeners.add(listener)
        return listener

    def _state(self) -> str:
        return f"{self._born}.{self._told}"

    def forget(self, listener: queue.SimpleQueue[str]) -> None:
        with self._lock:
            self._listeners.discard(listener)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        """A page that went away in the middle of an answer is no news; a bug of ours is."""
        problem = sys.exception()
        if problem is not None and not isinstance(problem, OSError):
            sys.stderr.write(f"livret has a bug: {type(problem).__name__}: {problem}\n")


def hosts(port: int) -> frozenset[str]:
    """What our own page sends as its host: browsers leave out the port of the protocol."""
    return frozenset(f"{name}:{port}" for name in _NAMES) | (frozenset(_NAMES) if port == _HTTP else frozenset())


def follow(server: Server, root: Path, seen: str, heard: Callable[[Refreshed, float], None]) -> None:
    """Refresh the studio after every change, tell the open pages, and say so. Never returns. `seen` is the stamp of
    the files that the studio started with.

    The changed page comes first: who has just saved looks for it. What the check says of it follows.
    """
    for _ in changes(root, seen):
        started = time.monotonic()
        early = server.studio.read()
        if early:
            server.tell({"changed": early})
            server.studio.prepare()
        refreshed = server.studio.refresh()
        if refreshed.changed:
            server.tell({"changed": refreshed.changed})
        if early or refreshed.changed:
            heard(refreshed, time.monotonic() - started)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "livret"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        if not self._is_ours():
            self._refuse(HTTPStatus.FORBIDDEN)
            return
        try:
            path = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        except ValueError:  # http://[
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        if path == "events":
            if self.command == "HEAD":
                self._answer(HTTPStatus.OK, _STREAM, b"", path)
            else:
                self._events()
            return
        try:
            content = self.server.studio.file(path)
        except Exception:  # our own bug: the page says so, and the terminal says which
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
            raise
        if content is None:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        self._answer(HTTPStatus.OK, _TYPES.get(path.rpartition(".")[2], "application/octet-stream"), content, path)

    def do_HEAD(self) -> None:
        self.do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """What the standard library refuses (a method, a long line) goes out as our own refusals do."""
        self._refuse(HTTPStatus(code))

    def _is_ours(self) -> bool:
        """Whether the request comes from our own page, or from a person who typed the address."""
        named = self.headers.get_all("Host", [])
        host = named[0].lower() if len(named) == 1 else ""
        origin = self.headers.get("Origin")
        site = self.headers.get("Sec-Fetch-Site", "none")
        navigates = self.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
        return (
            host in self.server.hosts
            and (origin is None or origin.lower() == f"http://{host}")
            and (site in ("none", "same-origin") or navigates)
        )

    def _answer(self, status: HTTPStatus, kind: str, content: bytes, path: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        # The name of a picture is the hash of what it shows.
        lasting = path.endswith(".webp")
        self.send_header("Cache-Control", "private, max-age=31536000, immutable" if lasting else "no-store")
        self._guards()
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _guards(self) -> None:
        self.send_header("Content-Security-Policy", _POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._answer(status, "text/plain; charset=utf-8", f"{status.value} {status.phrase}\n".encode(), "")

    def _events(self) -> None:
        """A stream of messages for one open page; a beat now and then shows whether it is still there."""
        listener = self.server.listen()
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", _STREAM)
            self.send_header("Cache-Control", "no-store")
            self.send_header("Connection", "close")
            self._guards()
            self.end_headers()
            self.close_connection = True
            self.wfile.write(b"retry: 1000\n\n")
            while True:
                try:
                    message = f"data: {listener.get(timeout=_BEAT)}\n\n"
                except queue.Empty:
                    message = ": still here\n\n"
                self.wfile.write(message.encode())
                self.wfile.flush()
        except OSError:
            pass
        finally:
            self.server.forget(listener)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Requests are of no interest to an author."""
