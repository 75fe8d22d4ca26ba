"""content/reviews/: what reviewers said about questions, kept beside them and shown by `check` until it is answered."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks.rule import rule
from pipeline.core.digest import digest
from pipeline.core.finding import START, Finding, Related, Span, say
from pipeline.core.folding import words
from pipeline.project import layout
from pipeline.project.stamp import REVIEWS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pipeline.checks.rule import EntryFact, ProductFacts
    from pipeline.core.finding import Message
    from pipeline.formats.base import Mark

MESSAGES = {
    "wrong": "{reviewer} finds this question wrong.",
    "doubtful": "{reviewer} doubts this question.",
    "too-long": "{reviewer} finds this question too long.",
}
REMARKS = {
    "wrong": "{reviewer} finds this question wrong: “{remark}”",
    "doubtful": "{reviewer} doubts this question: “{remark}”",
    "too-long": "{reviewer} finds this question too long: “{remark}”",
}
HINT = "Correct it, or waive the mark with a reason; then delete the mark from {file}."
GONE = "There is no question “{id}” any more: this mark says nothing."
CHANGED = "“{id}” has changed since {reviewer} marked it."
STALE_HINT = "Look at the question, then delete the mark."
HERE = "the question is here"


class Kept(NamedTuple):
    """A mark as it is kept: with the state of the question that the reviewer has seen, where that is known."""

    game: str
    product: str
    id: str
    mark: str
    remark: str
    seen: str


def seen_of(question: str, answers: Sequence[str]) -> str:
    """The state of a question: other words or answers have another one."""
    return digest("\n".join((question, *answers)).encode("utf-8", "surrogatepass"), size=6)


def findings(root: Path, products: Sequence[ProductFacts]) -> list[Finding]:
    """A finding for every mark that is not `right`, at its question, and for marks that say nothing any more."""
    places = sorted((root / REVIEWS).glob("*.json")) if (root / REVIEWS).is_dir() else []
    if not places:
        return []
    known = {
        entry.id: (file.path, entry)
        for product in products
        for file in product.files
        for group in file.groups
        for entry in group.entries
        if entry.id and entry.type
    }
    found: list[Finding] = []
    for place in places:
        found += _of_file(root, f"{REVIEWS}/{place.name}", known)
    return found


def _of_file(root: Path, path: str, known: Mapping[str, tuple[str, EntryFact]]) -> list[Finding]:
    from pipeline.formats.base import Rejected, UnreadableError
    from pipeline.formats.review import document, mark_of

    try:
        raw = layout.read(root, path)
        data = document(raw)
    except UnreadableError as error:
        return [_finding("bad-review", path, START, error.message)]
    except OSError as error:
        from pipeline.project.check import unreadable

        return [unreadable(path, error.strerror or "cannot be read")]
    text = raw.decode("utf-8-sig")
    reviewer = str(data.get("reviewer") or PurePath(path).stem)
    found: list[Finding] = []
    at = 0
    for number, entry in enumerate(data["marks"], 1):
        mark = mark_of(entry, f"{number}")
        id_ = entry.get("id", "") if isinstance(entry, dict) else ""
        span, at = _place(text, str(id_), at)
        if isinstance(mark, Rejected):
            found.append(_finding("bad-review", path, span, mark.message))
        elif mark.id not in known:
            found.append(_finding("stale-review", path, span, say(GONE, id=mark.id), say(STALE_HINT)))
        elif mark.mark != "right":
            found.append(_of_mark(path, span, reviewer, mark, entry.get("seen", ""), known[mark.id]))
    return found


def _of_mark(path: str, span: Span, reviewer: str, mark: Mark, seen: str, known: tuple[str, EntryFact]) -> Finding:
    where, entry = known
    if seen and seen != seen_of(entry.question, entry.answers):
        related = (Related(entry.where, say(HERE), where),)
        message = say(CHANGED, id=mark.id, reviewer=reviewer)
        return _finding("stale-review", path, span, message, say(STALE_HINT))._replace(related=related)
    template = REMARKS[mark.mark] if mark.remark else MESSAGES[mark.mark]
    values = {"reviewer": reviewer, "remark": mark.remark} if mark.remark else {"reviewer": reviewer}
    found = _finding("reviewer-mark", where, entry.where, say(template, **values), say(HINT, file=path))
    return found._replace(id=entry.id, entry=entry.pointer)


def _finding(name: str, path: str, span: Span, message: Message, hint: Message | None = None) -> Finding:
    found = rule(name)
    return Finding(path, span, found.name, found.code, found.severity, message, hint)


def _place(text: str, id_: str, at: int) -> tuple[Span, int]:
    """Where the next mark of this id stands in the file, and where to go on."""
    quoted = json.dumps(id_, ensure_ascii=False)
    found = text.find(quoted, at)
    if not id_ or found < 0:
        return START, at
    line = text.count("\n", 0, found) + 1
    column = found - text.rfind("\n", 0, found)
    return Span(line, column, line, column + len(quoted)), found + len(quoted)


def file_name(reviewer: str, source: str) -> str:
    """The file in content/reviews/ for a reviewer, or for the file that the marks came in."""
    stem = "-".join(words(reviewer) or words(source.rpartition(".")[0])) or "review"
    return f"{REVIEWS}/{stem[:60]}.json"


def merged(old: bytes, reviewer: str, content_hash: str, marks: Sequence[Kept]) -> bytes:
    """A file with new marks: a new mark takes the place of the reviewer's older one on the same question."""
    from pipeline.formats.base import UnreadableError
    from pipeline.formats.review import VERSION, document

    kept: dict[str, dict[str, str]] = {}
    try:
        before = document(old)["marks"] if old else []
    except UnreadableError:
        before = []
    for entry in before:
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            kept[entry["id"]] = entry
    for mark in marks:
        kept[mark.id] = {name: value for name, value in mark._asdict().items() if value}
    data = {"format": VERSION, "content_hash": content_hash, "reviewer": reviewer, "marks": list(kept.values())}
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
