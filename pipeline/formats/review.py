"""livret-review/1: what reviewers say about questions. Read only: the browser studio writes it."""

from __future__ import annotations

from json import JSONDecodeError, loads
from typing import TYPE_CHECKING, Any

from pipeline.core.finding import say, shorten
from pipeline.core.suggest import nearest
from pipeline.formats.base import Format, Mark, Rejected, Reviewed, UnreadableError
from pipeline.formats.cells import REVIEW_MARKS, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.formats.base import Event, Reading

VERSION = "livret-review/1"
NOT_JSON = "The file is not readable JSON: {problem}, line {line}."
NOT_REVIEW = "The file is not a review: it should say “format”: “livret-review/1” and have a list of “marks”."
NEWER = "The file is a review of a newer livret (“{format}”); this one reads livret-review/1."
NOT_A_MARK = "A mark is an object with “id” and “mark”."
UNKNOWN_MARK = "“{mark}” is not a mark; marks are: {marks}."

_LONGEST_REMARK = 2_000


def read(raw: bytes, _reading: Reading) -> Iterator[Event]:
    """The marks of a file, each looked at by itself."""
    data = document(raw)
    yield Reviewed(one_line(str(data.get("reviewer", "")))[:80], str(data.get("content_hash", "")))
    for number, entry in enumerate(data["marks"], 1):
        yield mark_of(entry, f"{number}")


def document(raw: bytes) -> dict[str, Any]:
    """The whole file; raises UnreadableError if it is no review."""
    try:
        data = loads(raw.decode("utf-8-sig"))
    except JSONDecodeError as error:
        raise UnreadableError(NOT_JSON, problem=error.msg, line=error.lineno) from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise UnreadableError(NOT_JSON, problem=type(error).__name__, line=1) from error
    if not isinstance(data, dict) or not str(data.get("format", "")).startswith("livret-review/"):
        raise UnreadableError(NOT_REVIEW)
    if data["format"] != VERSION:
        raise UnreadableError(NEWER, format=shorten(str(data["format"]), 40))
    if not isinstance(data.get("marks"), list):
        raise UnreadableError(NOT_REVIEW)
    return data


def mark_of(entry: Any, place: str) -> Mark | Rejected:
    """One mark, or what is wrong with it."""
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or not isinstance(entry.get("mark"), str):
        return Rejected(place, say(NOT_A_MARK))
    named = mark_named(entry["mark"])
    if named is None:
        return Rejected(
            place, say(UNKNOWN_MARK, mark=shorten(entry["mark"], 40), marks=", ".join(REVIEW_MARKS)), entry["id"]
        )
    remark = entry.get("remark")
    return Mark(place, entry["id"], named, one_line(remark)[:_LONGEST_REMARK] if isinstance(remark, str) else "")


def mark_named(word: str) -> str | None:
    """The mark that a word means, in English or French; None if it means none."""
    words = {french: name for name, french in REVIEW_MARKS.items()} | {name: name for name in REVIEW_MARKS}
    best = nearest(word, words)
    return words[best] if best else None


def review_schema() -> dict[str, Any]:
    """JSON Schema of a review: for programs that write one, and for editors of content/reviews/."""
    mark = {
        "type": "object",
        "required": ["id", "mark"],
        "properties": {
            "game": {"type": "string", "description": "The game's id."},
            "product": {"type": "string", "description": "The product's id."},
            "id": {"type": "string", "description": "The question's id, as in packs."},
            "mark": {"enum": list(REVIEW_MARKS)},
            "remark": {"type": "string", "maxLength": _LONGEST_REMARK},
            "seen": {"type": "string", "description": "Written by livret: the state of the question that was marked."},
        },
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "livret review",
        "description": "What a reviewer says about questions. Unknown keys are to be ignored.",
        "type": "object",
        "required": ["format", "marks"],
        "properties": {
            "format": {"const": VERSION},
            "content_hash": {"type": "string", "description": "That of the pack that was reviewed."},
            "reviewer": {"type": "string", "maxLength": 80},
            "marks": {"type": "array", "items": mark},
        },
    }


def recognises(name: str, head: bytes) -> bool:
    return name.lower().endswith(".json") and b"livret-review/" in head


FORMAT = Format(
    name="review",
    summary="Reviewers' marks, kept beside the questions and shown by `livret check`.",
    suffix=".json",
    read=read,
    recognises=recognises,
)
