"""Reading packs that others may have touched: every flaw is a message, no file can hang or crash a reader."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.finding import say, shorten
from pipeline.core.pattern import lazy
from pipeline.packs.format import FORMAT, LISTS, SEAL, TEASER, seal
from pipeline.packs.schema import first_mistake

if TYPE_CHECKING:
    from pipeline.core.finding import Message

UNREADABLE = "{file}: the file cannot be read: {problem}."
TOO_BIG = "{file}: the file is too big for a pack: {size} bytes."
NOT_TEXT = "{file}: this is no pack: it is not UTF-8 text."
CUT_OFF = "{file}: the pack is cut off at line {line}, column {column}."
NOT_JSON = "{file}: this is no JSON: line {line}, column {column}."
MARKED = "{file}: this is no pack: a byte order mark stands before it. Write it as UTF-8 without one."
TWICE = "{file}: this is no pack: the key “{key}” stands twice in one object, and parsers differ in which they take."
NO_NUMBER = "{file}: this is no JSON: {value} is no number there."
HOMELESS = "{file}: this is no pack: line {line} belongs to none of its products."
TOO_DEEP = "{file}: this is no pack: it is nested too deeply."
BAD_NUMBER = "{file}: this is no pack: a number in it is too long."
NO_PACK = "{file}: this is no pack: it has no “format”."
NEWER = "{file}: the pack has the format “{format}”; this livret reads {known}. A newer livret may read it."
UNKNOWN_FORMAT = "{file}: “{format}” is not a format of ours; this livret reads {known}."
IS_TEASER = "{file}: this is a teaser, without answers; a whole pack is needed here."
LINES_MISSING = "{file}: the pack is cut off: {found} of {wanted} lines."
MISTAKE = "{file}: the pack does not fit its schema at {place}: {problem}."
ALTERED = "{file}: the pack was altered: its integrity hash is not that of its content."

_MOST_BYTES = 1 << 30
_MOST_DEPTH = 60
# A whole text, so that brackets in it do not count, or a bracket.
_STRUCTURE = lazy(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


class Reading(NamedTuple):
    """A pack, or why there is none."""

    pack: dict[str, Any] | None
    trouble: Message | None = None


def read_file(path: Path, *, teasers: bool = False) -> Reading:
    """The pack of a file, complete, valid and unaltered."""
    try:
        size = path.stat().st_size
        if size > _MOST_BYTES:
            return Reading(None, say(TOO_BIG, file=path, size=size))
        raw = path.read_bytes()
    except OSError as error:
        return Reading(None, say(UNREADABLE, file=path, problem=error.strerror or "cannot be read"))
    return read_bytes(raw, str(path), teasers=teasers)


def read_bytes(raw: bytes, name: str, *, teasers: bool = False) -> Reading:
    """The pack of some bytes; `name` is said in messages."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return Reading(None, say(NOT_TEXT, file=name))
    if text.startswith("\ufeff"):
        return Reading(None, say(MARKED, file=name))
    if _too_deep(text):
        return Reading(None, say(TOO_DEEP, file=name))
    try:
        pack = _parse(text)
    except _FlawError as flaw:
        return Reading(None, say(flaw.template, file=name, **flaw.values))
    except (ValueError, RecursionError):
        return Reading(None, say(BAD_NUMBER, file=name))
    trouble = _trouble(pack, name, teasers=teasers)
    return Reading(None, trouble) if trouble else Reading(pack)


class _FlawError(Exception):
    """What is wrong with a text, as a message that lacks the name of the file."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template)
        self.template, self.values = template, values


def _parse(text: str) -> Any:
    """One JSON value, or lines that are put together again."""
    first, _, rest = text.partition("\n")
    if not (first.startswith('{"') and '"lines":' in first and first.rstrip().endswith("}")):
        return _loaded(text)
    head = _loaded(first)
    if not isinstance(head, dict) or not isinstance(head.get("lines"), int):
        return _loaded(text)
    return _joined(head, [(line, number) for number, line in enumerate(rest.split("\n"), 2) if line.strip()])


def _loaded(text: str, line: int = 1) -> Any:
    """The value of a JSON text that begins at a line of the file; only what every parser reads alike."""
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_unambiguous)
    except json.JSONDecodeError as error:
        ended = error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated string")
        place = {"line": error.lineno + line - 1, "column": error.colno}
        raise _FlawError(CUT_OFF if ended else NOT_JSON, **place) from None


def _joined(head: dict[str, Any], lines: list[tuple[str, int]]) -> Any:
    wanted = head.pop("lines")
    if len(lines) != wanted:
        raise _FlawError(LINES_MISSING, found=len(lines), wanted=wanted)
    products = {}
    if isinstance(head.get("products"), list):
        products = {
            product["id"]: product for product in head["products"] if isinstance(product, dict) and "id" in product
        }
    for line, number in lines:
        entry = _loaded(line, number)
        known = isinstance(entry, dict) and entry.get("list") in LISTS and "entry" in entry
        home = products.get(str(entry.get("product")), {}).get(entry["list"]) if known else None
        if not isinstance(home, list):
            raise _FlawError(HOMELESS, line=number)
        home.append(entry["entry"])
    return head


def _refuse(constant: str) -> Any:
    raise _FlawError(NO_NUMBER, value=constant)


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object without a key that stands twice: the seal would cover the one, and an engine might read the other."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _FlawError(TWICE, key=shorten(next(key for key in keys if keys.count(key) > 1), 40))
    return found


def _too_deep(text: str) -> bool:
    """Whether brackets are nested too deeply. Before parsing, because a parser may not survive it."""
    depth = 0
    for sign in _STRUCTURE.findall(text):
        if sign in "[{":
            depth += 1
            if depth > _MOST_DEPTH:
                return True
        elif sign in "]}":
            depth -= 1
    return False


@lru_cache(maxsize=2)
def _schema(format_: str) -> dict[str, Any]:
    package = Path(__file__).parent.parent
    installed = package / "data" / "schemas"
    folder = installed if installed.is_dir() else package.parent / "schemas"
    name = "teaser" if format_ == TEASER else "pack"
    schema: dict[str, Any] = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def _trouble(pack: Any, name: str, *, teasers: bool) -> Message | None:
    format_ = pack.get("format") if isinstance(pack, dict) else None
    if not isinstance(format_, str):
        return say(NO_PACK, file=name)
    known = ", ".join((FORMAT, TEASER))
    if format_ not in (FORMAT, TEASER):
        stem = format_.partition("/")[0]
        newer = stem in (FORMAT.partition("/")[0], TEASER.partition("/")[0])
        return say(NEWER if newer else UNKNOWN_FORMAT, file=name, format=shorten(format_, 40), known=known)
    if format_ == TEASER and not teasers:
        return say(IS_TEASER, file=name)
    mistake = first_mistake(pack, _schema(format_))
    if mistake:
        return say(MISTAKE, file=name, place=shorten(mistake[0], 80), problem=mistake[1])
    if pack[SEAL] != seal(pack):
        return say(ALTERED, file=name)
    return None
