"""A client of yaml-language-server, the program behind VS Code's YAML extension: what an author sees while typing.

`with LanguageServer(root, settings) as server:` starts it for a workspace, with the settings of a settings.json;
`complete`, `hover` and `diagnose` open a text under a path of the workspace and give what the editor would show.
A text for the first two holds one cursor, `‸`. Nothing sleeps: every wait is for a message of the server.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryFile
from threading import Condition, Thread
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Json = dict[str, Any]

CURSOR = "‸"
NODE_MODULES = Path(__file__).parent / "node" / "node_modules"
_PATIENCE = 20.0
_CAPABILITIES = {
    "workspace": {"configuration": True, "workspaceFolders": True},
    "textDocument": {
        "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown", "plaintext"]}},
        "hover": {"contentFormat": ["markdown"]},
        "publishDiagnostics": {},
    },
}

Found = TypeVar("Found")


class Proposal(NamedTuple):
    """A line of the completion list, what choosing it writes, and the text beside it."""

    label: str
    inserted: str
    documentation: str


class Mark(NamedTuple):
    """A wavy underline: where it begins (lines and columns from 1), the underlined text, and what it says."""

    line: int
    column: int
    text: str
    message: str


class LanguageServer:
    """A running language server with one workspace."""

    def __init__(self, root: Path, settings: Mapping[str, Any]) -> None:
        self._root = root
        self._settings = settings
        self._numbers = count(1)
        # What the server is to hear; writing in a thread of its own, so that reading never waits for it.
        self._outbox: SimpleQueue[Json | None] = SimpleQueue()
        # What the server has said, filled by the reading thread.
        self._heard = Condition()
        self._replies: dict[int, Json] = {}
        self._diagnostics: dict[str, list[Json]] = {}
        self._ready = False
        self._over = False

    def __enter__(self) -> Self:
        self._errors: IO[bytes] = TemporaryFile()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [NODE_MODULES / ".bin" / "yaml-language-server", "--stdio"], stdin=pipe, stdout=pipe, stderr=self._errors
        )
        self._threads = [Thread(target=target, daemon=True) for target in (self._listen, self._speak)]
        for thread in self._threads:
            thread.start()
        folder = {"uri": self._root.as_uri(), "name": self._root.name}
        about = {"processId": None, "rootUri": folder["uri"], "workspaceFolders": [folder]}
        try:
            self._request("initialize", about | {"capabilities": _CAPABILITIES})
            # As the extension does: the server will then say when it has read the settings.
            self._notify("yaml/supportSchemaSelection", {})
            self._notify("initialized", {})
            self._wait(lambda: self._ready or None, "the settings to be read")
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if not self._over:
                self._request("shutdown", None)
                self._notify("exit", None)
                self._process.wait(_PATIENCE)
        finally:
            self._stop()

    def open(self, path: str, text: str) -> None:
        """Open a text as the file `path` of the workspace, which need not exist. Each path is opened once."""
        document = {"uri": self._uri(path), "languageId": "yaml", "version": 1, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": document})

    def complete(self, path: str, text: str) -> list[Proposal]:
        """What is proposed at the cursor."""
        found = self._ask_at_cursor("textDocument/completion", path, text)
        return [_proposal(item) for item in found["items"]]

    def hover(self, path: str, text: str) -> str:
        """The Markdown that is shown when the mouse rests at the cursor."""
        found = self._ask_at_cursor("textDocument/hover", path, text)
        return str(found["contents"]["value"]) if found else ""

    def diagnose(self, path: str, text: str) -> list[Mark]:
        """What is underlined in a text."""
        return self.diagnose_all({path: text})[path]

    def diagnose_all(self, texts: Mapping[str, str]) -> dict[str, list[Mark]]:
        """What is underlined in each text. They are opened together, because the server waits before it looks."""
        for path, text in texts.items():
            self.open(path, text)
        return {path: self._marks(path, text) for path, text in texts.items()}

    def schemas(self, path: str) -> list[str]:
        """The addresses of the schemas that the server uses for an open file."""
        return [schema["uri"] for schema in self._request("yaml/get/jsonSchema", [self._uri(path)])]

    def _marks(self, path: str, text: str) -> list[Mark]:
        uri = self._uri(path)
        found = self._wait(lambda: self._diagnostics.get(uri), f"diagnostics of {path}")
        return sorted(_mark(diagnostic, text.split("\n")) for diagnostic in found)

    def _ask_at_cursor(self, method: str, path: str, text: str) -> Any:
        before, cursor, after = text.partition(CURSOR)
        assert cursor, f"the text has no {CURSOR}"
        self.open(path, before + after)
        line = before.split("\n")[-1]
        position = {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}
        return self._request(method, {"textDocument": {"uri": self._uri(path)}, "position": position})

    def _uri(self, path: str) -> str:
        return (self._root / path).as_uri()

    def _request(self, method: str, params: Any) -> Any:
        number = next(self._numbers)
        self._outbox.put({"id": number, "method": method, "params": params})
        reply = self._wait(lambda: self._replies.pop(number, None), f"a reply to {method}")
        assert "error" not in reply, f"{method}: {reply['error']}"
        return reply["result"]

    def _notify(self, method: str, params: Any) -> None:
        self._outbox.put({"method": method, "params": params})

    def _wait(self, look: Callable[[], Found | None], what: str) -> Found:
        """What `look` finds, as soon as it finds something."""
        found: list[Found] = []

        def done() -> bool:
            if (one := look()) is not None:
                found.append(one)
            return bool(found) or self._over

        with self._heard:
            self._heard.wait_for(done, _PATIENCE)
        if not found:
            problem = "has stopped" if self._over else f"was silent for {_PATIENCE:.0f} s"
            self._errors.seek(0)
            raise AssertionError(
                f"the language server {problem}, waiting for {what}\n{self._errors.read().decode(errors='replace')}"
            )
        return found[0]

    def _speak(self) -> None:
        """Run by the writing thread. A server that has stopped is noticed by whoever waits for its answer."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            while message := self._outbox.get():
                body = json.dumps({"jsonrpc": "2.0"} | message).encode()
                self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
                self._process.stdin.flush()

    def _listen(self) -> None:
        """Run by the reading thread until the server closes its output."""
        assert self._process.stdout is not None
        while message := _read(self._process.stdout):
            with self._heard:
                self._hear(message)
                self._heard.notify_all()
        with self._heard:
            self._over = True
            self._heard.notify_all()

    def _hear(self, message: Json) -> None:
        method: str | None = message.get("method")
        params: Any = message.get("params")
        if method is None:
            self._replies[message["id"]] = message
        elif "id" in message:
            known = method == "workspace/configuration"
            result = [section(self._settings, item["section"]) for item in params["items"]] if known else None
            self._outbox.put({"id": message["id"], "result": result})
        elif method == "textDocument/publishDiagnostics":
            self._diagnostics[params["uri"]] = params["diagnostics"]
        elif method == "yaml/schema/store/initialized":
            self._ready = True

    def _stop(self) -> None:
        self._process.kill()
        self._process.wait()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(_PATIENCE)
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


def section(settings: Mapping[str, Any], name: str) -> Json:
    """A section of a settings.json as VS Code gives it to a server: `yaml.format.enable` becomes a tree."""
    if name.startswith("["):
        return dict(settings.get(name, {}))
    tree: Json = {}
    for key, value in settings.items():
        first, *steps = key.split(".")
        if first == name and steps:
            place = tree
            for step in steps[:-1]:
                place = place.setdefault(step, {})
            place[steps[-1]] = value
    return tree


def _read(stream: IO[bytes]) -> Json | None:
    """The next message, or None at the end."""
    length = 0
    while (line := stream.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    message: Json | None = json.loads(stream.read(length)) if line else None
    return message


def _proposal(item: Json) -> Proposal:
    documentation = item.get("documentation") or ""
    shown = documentation["value"] if isinstance(documentation, dict) else documentation
    return Proposal(item["label"], item["textEdit"]["newText"], shown)


def _mark(diagnostic: Json, lines: list[str]) -> Mark:
    """A diagnostic, with the characters that it underlines. The protocol counts in units of UTF-16."""
    start, end = diagnostic["range"]["start"], diagnostic["range"]["end"]
    covered = [line.encode("utf-16-le") for line in lines[start["line"] : end["line"] + 1]]
    before = covered[0][: 2 * start["character"]].decode("utf-16-le")
    covered[-1] = covered[-1][: 2 * end["character"]]
    covered[0] = covered[0][2 * start["character"] :]
    text = "\n".join(line.decode("utf-16-le") for line in covered)
    return Mark(start["line"] + 1, len(before) + 1, text, diagnostic["message"])
