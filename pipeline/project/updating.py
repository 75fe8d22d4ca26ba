"""Edited rows of our own sheets: each changed cell goes back to its key in the YAML, and nothing else moves.

A sheet remembers what each cell was when it was written. So a cell that only the sheet has changed is an edit, one
that only the YAML has changed stays, and one that both have changed is a conflict that somebody has to settle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.checks import engine
from pipeline.checks.rule import rule
from pipeline.core.finding import Finding, say, shorten
from pipeline.core.numbers import read_decimal
from pipeline.formats.base import Fault, Rejected
from pipeline.formats.cells import EDITABLE, FIELDS, data_of, one_line, texts_of, was
from pipeline.formats.types import NO_TYPE, NOT_HERE, misplaced, normal, type_named
from pipeline.kinds.validation import validate
from pipeline.project.bank import cue_key
from pipeline.source.document import Document, load
from pipeline.source.edits import ImpossibleError, change
from pipeline.source.writing import entry
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.core.finding import Edit
    from pipeline.formats.base import Draft
    from pipeline.project.bank import Bank, Known

TWICE = "The id “{id}” stands in another row of this file too."
CANNOT_KEEP = "The change cannot be written without losing a comment, or the file has errors: edit {path} by hand."
CONFLICT = "“{field}” was changed here and in the sheet: the sheet says “{theirs}”."
CONFLICT_HINT = "Write what is right here, then export a new sheet."

_CELLS = {"keyword": "cue", "clue": "cue", "answers": "answer", "procedure": "answer"}
ORDER = (
    "id", "type", "keyword", "clue", "question", "answer", "unit", "answers", "accept", "procedure", "tie", "theme",
    "difficulty", "stability", "as_of", "review_by", "source", "note", "waive",
)  # fmt: skip


class Updated(NamedTuple):
    """A question that a row has changed, and which of its keys."""

    id: str
    path: str
    line: int
    keys: tuple[str, ...]


class Updates:
    """Collects what edited rows change, file by file."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._edits: dict[str, list[Edit]] = {}
        self._expected: dict[str, list[tuple[tuple[str | int, ...], dict[str, Any]]]] = {}
        self._seen: set[str] = set()
        self.updated: list[Updated] = []
        self.unchanged = 0
        self.conflicts: list[Finding] = []
        self.flattened: set[str] = set()
        """The ids of questions whose edited cells had line breaks: content has none."""

    def take(self, draft: Draft, known: Known) -> Rejected | None:
        """Compare a row with its question; a row that cannot be taken is given back with the reason."""
        id_ = known.entry.id
        if id_ in self._seen:
            return Rejected(draft.place, say(TWICE, id=id_), draft.texts.get("question", ""))
        self._seen.add(id_)
        ours, theirs = texts_of(known.entry.model), normal(draft.texts)
        named = type_named(theirs.get("type", ""))
        types = getattr(known.shelf.product, "types", ())
        if named is None or (named and named not in types):
            template = NO_TYPE if named is None else NOT_HERE
            message = say(template, type=theirs["type"], accepted=", ".join(types))
            return Rejected(draft.place, message, theirs.get("question", ""))
        theirs["type"] = named or ours["type"]
        edited, conflicts = _compare(draft, known, ours, theirs)
        self.conflicts += conflicts
        if not edited:
            self.unchanged += not conflicts
            return None
        return self._change(draft, known, ours, edited)

    def _change(self, draft: Draft, known: Known, ours: dict[str, str], edited: dict[str, str]) -> Rejected | None:
        merged = ours | edited
        raw = _raw(known)
        key = next((name for name in ("keyword", "clue") if name in raw), cue_key(known.shelf.product))
        kinds = [TYPES[texts["type"]].model.answer_kind for texts in (ours, merged)]
        old, new = data_of(ours, kinds[0], key), data_of(merged, kinds[1], key)
        changes = {name: new.get(name) for name in (*old, *new) if old.get(name) != new.get(name)}
        expected = {name: value for name, value in (raw | changes).items() if value is not None}
        problem = misplaced(merged, merged["type"])
        if problem is not None:
            return Rejected(draft.place, problem, merged["question"])
        faults = refused(merged["type"], expected)
        if faults:
            return Rejected(draft.place, faults[0].message, merged["question"], faults)
        try:
            edits = change(known.content.document, known.entry.path, changes, ORDER)
        except ImpossibleError:
            return Rejected(draft.place, say(CANNOT_KEEP, path=known.path), merged["question"])
        if any("\n" in draft.texts.get(name, "").strip() for name in edited):
            self.flattened.add(known.entry.id)
        self._edits.setdefault(known.path, []).extend(edits)
        self._expected.setdefault(known.path, []).append((known.entry.path, expected))
        line = known.entry.span().line
        self.updated.append(Updated(known.entry.id, known.path, line, tuple(changes)))
        return None

    def apply(self, raw: Mapping[str, bytes]) -> dict[str, bytes]:
        """The changed files. Each is read again: what it says now must be what was meant."""
        changed: dict[str, bytes] = {}
        for path, edits in self._edits.items():
            document = self._bank.contents[path].document
            text = _applied(document.text, edits)
            shelf = next(known.shelf for known in self._bank.questions.values() if known.path == path)
            content = engine.read_content(text.encode("utf-8"), shelf.product)
            for where, expected in self._expected[path]:
                data = content.document.data
                for step in where:
                    data = data[step]
                if data != expected:
                    raise AssertionError(f"{path}: {where} would become {data}, not {expected}")
            if raw[path].decode("utf-8") != document.text:
                raise AssertionError(f"{path} is not the text that was read")
            changed[path] = text.encode("utf-8")
        return changed


def moved(draft: Draft, known: Known) -> bool:
    """Whether a row names another game, product, page or number than its question has."""
    group, here = (
        known.group,
        {"game": known.shelf.folder, "product": known.shelf.id, "number": f"{known.entry.number}"},
    )
    if group.id or group.name == "page":  # cards without an id have no name of their own
        here["group"] = group.id or f"{group.number}"
    return any(draft.texts.get(name, "") not in ("", text) for name, text in here.items())


def refused(type_: str, data: dict[str, Any]) -> tuple[Fault, ...]:
    """Why the model of a type does not accept a question, and which cells that is about; empty if it does."""
    model, what = TYPES[type_].model, f"a {type_} question"
    _, problems = validate(model, data, Document("", []), (), what=what)
    if not problems:
        return ()
    document = load(entry(data, 0).encode())  # each key on lines of its own: where a problem stands says which one
    _, problems = validate(model, document.data[0], document, (0,), what=what)
    starts = {key: document.span((0, key), key=True).line for key in data}
    faults = []
    for problem in problems:
        key = "" if problem.rule == "missing-key" else _last_before(problem.span.line, starts)
        faults.append(Fault(problem.message, _CELLS.get(key, key), problem.hint))
    return tuple(faults)


def _last_before(line: int, starts: Mapping[str, int]) -> str:
    return max((key for key, start in starts.items() if start <= line), key=lambda key: starts[key], default="")


def _compare(
    draft: Draft, known: Known, ours: Mapping[str, str], theirs: Mapping[str, str]
) -> tuple[dict[str, str], list[Finding]]:
    """The cells that the sheet has changed, and those that both sides have changed."""
    edited: dict[str, str] = {}
    conflicts: list[Finding] = []
    print_ = draft.texts.get("print", "")
    for name in EDITABLE:
        mine, other = ours[name], theirs.get(name, "")
        if name not in draft.columns or _same(mine, other) or was(print_, name, other):
            continue
        if was(print_, name, mine) is False:
            conflicts.append(_conflict(known, name, other))
        else:
            edited[name] = other
    return edited, conflicts


def _same(mine: str, other: str) -> bool:
    if one_line(mine) == other:
        return True
    numbers = [read_decimal(text.strip()) for text in (mine, other)]
    return numbers[0] is not None and numbers[0] == numbers[1]


def _conflict(known: Known, field: str, theirs: str) -> Finding:
    found = rule("import-conflict")
    header = next(one.header for one in FIELDS if one.name == field)
    message = say(CONFLICT, field=header, theirs=shorten(theirs))
    span = known.entry.printed_at(field)
    id_, pointer = known.entry.id, known.entry.pointer
    return Finding(known.path, span, found.name, found.code, found.severity, message, say(CONFLICT_HINT), id_, pointer)


def _raw(known: Known) -> dict[str, Any]:
    data = known.content.document.data
    for step in known.entry.path:
        data = data[step]
    return dict(data)


def _applied(text: str, edits: list[Edit]) -> str:
    parts: list[str] = []
    at = 0
    for edit in sorted(edits):
        if edit.start < at:
            raise AssertionError("two edits overlap")
        parts += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join([*parts, text[at:]])
