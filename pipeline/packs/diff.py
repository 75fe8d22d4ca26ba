"""What changed between two packs of a game: entry by entry, and which version number that calls for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pipeline.judging import judge
from pipeline.judging.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Kind = Literal["added", "removed", "moved", "answer-changed", "changed", "reworded", "noted"]
# The weightiest first: what an owner of the old edition has to know, then what only words are.
KINDS: tuple[Kind, ...] = ("answer-changed", "changed", "moved", "removed", "added", "reworded", "noted")
Level = Literal["major", "minor", "patch", "none"]
_LEVELS: dict[Kind, Level] = {
    "removed": "major", "moved": "major", "changed": "major", "answer-changed": "minor", "added": "minor",
    "reworded": "patch", "noted": "patch",
}  # fmt: skip
_WORDS = ("keyword", "clue", "question", "title", "name", "motto", "text", "back", "hint", "subtitle")
_NOTES = ("theme", "difficulty", "stability", "as_of", "source", "icon", "color")
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


class Entry(NamedTuple):
    """Something that has a place in a product."""

    sort: str
    product: str
    place: tuple[tuple[str, str], ...]
    """How players find it: page and number, card and number."""
    id: str
    data: Mapping[str, Any]


class Field(NamedTuple):
    """A text before and after."""

    name: str
    old: str
    new: str


class Change(NamedTuple):
    """One thing that changed, in one way."""

    kind: Kind
    old: Entry | None
    new: Entry | None
    fields: tuple[Field, ...] = ()


class Difference(NamedTuple):
    """All changes between two packs, with the version that they call for."""

    old: Mapping[str, Any]
    new: Mapping[str, Any]
    changes: tuple[Change, ...]
    level: Level
    proposed: str


def diff(old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
    """Compare two packs of one game."""
    changes = [*_game(old["game"], new["game"]), *_products(old, new)]
    before, after = _entries(old), _entries(new)
    _match_renamed(before, after)
    for key, entry in before.items():
        if key not in after:
            changes.append(Change("removed", entry, None))
    for key, entry in after.items():
        if key in before:
            changes += _compare(before[key], entry)
        else:
            changes.append(Change("added", None, entry))
    changes.sort(key=lambda change: KINDS.index(change.kind))
    level: Level = next((one for one in ("major", "minor", "patch") if any(_level(c) == one for c in changes)), "none")
    return Difference(old["game"], new["game"], tuple(changes), level, proposed(old["game"]["version"], level))


def proposed(version: str, level: Level) -> str:
    """The version after this one."""
    found = _VERSION.match(version)
    major, minor, patch = map(int, found.groups()) if found else (0, 0, 0)
    if level == "major":
        return f"{major + 1}.0.0"
    if level == "minor":
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}" if level == "patch" else version


def at_least(version: str, wanted: str) -> bool:
    """Whether a version is as high as another."""
    numbers = [tuple(map(int, found.groups())) if (found := _VERSION.match(text)) else () for text in (version, wanted)]
    return numbers[0] >= numbers[1]


def _level(change: Change) -> Level:
    return _LEVELS[change.kind]


# ---- the game and its products


def _game(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    before, after = (Entry("game", "", (), one["id"], {}) for one in (old, new))
    for kind, names in (
        ("changed", ("players", "components", "setups", "abilities", "play", "language")),
        ("reworded", ("title", "edition", "age", "minutes", "credits")),
    ):
        fields = tuple(_field(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name))
        if fields:
            yield Change(kind, before, after, fields)  # type: ignore[arg-type]


def _products(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    before, after = ({product["id"]: product for product in pack["products"]} for pack in (old, new))
    for name, product in before.items():
        entry = Entry("product", name, (), name, {})
        if name not in after:
            yield Change("removed", entry, None)
            continue
        other = after[name]
        for kind, names in (
            (
                "changed",
                ("kind", "pages", "questions_per_page", "questions_per_card", "columns", "faces", "dice", "attempts"),
            ),
            ("reworded", ("title", "markdown")),
        ):
            fields = tuple(
                _field(one, product.get(one), other.get(one)) for one in names if product.get(one) != other.get(one)
            )
            if fields:
                yield Change(kind, entry, entry, fields)  # type: ignore[arg-type]
        yield from _parts(entry, product, other)
    for name in after:
        if name not in before:
            yield Change("added", None, Entry("product", name, (), name, {}))


def _parts(entry: Entry, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Boards and sheets: other squares are other rules, other texts are other words."""
    for name, rules in (("boards", "squares"), ("sheets", "columns")):
        if old.get(name) == new.get(name):
            continue
        squares = [[board.get(rules) for board in product.get(name, ())] for product in (old, new)]
        kind: Kind = "changed" if squares[0] != squares[1] else "reworded"
        yield Change(kind, entry, entry, (_field(name, old.get(name), new.get(name)),))


# ---- entries


def _entries(pack: Mapping[str, Any]) -> dict[tuple[str, str], Entry]:
    """Every question, card and puzzle by its sort and id; without an id by its place."""
    found: dict[tuple[str, str], Entry] = {}
    for entry in _all(pack):
        key = (entry.sort, entry.id or f"{entry.product} {entry.place}")
        if key in found:
            key = (entry.sort, f"{entry.product} {entry.place}")
        found[key] = entry
    return found


def _all(pack: Mapping[str, Any]) -> Iterator[Entry]:
    for product in pack["products"]:
        name = product["id"]
        for question in product.get("questions", ()):
            place = (("page", str(question.get("page", ""))), ("number", str(question["number"])))
            yield Entry("question", name, place, question["id"], question)
        for card in product.get("cards", ()):
            if "questions" not in card:
                yield Entry("card", name, (), card["id"], card)
                continue
            for question in card["questions"]:
                place = (("card", card["id"] or str(card["number"])), ("number", str(question["number"])))
                yield Entry("question", name, place, question["id"], question)
        for puzzle in product.get("puzzles", ()):
            yield Entry("puzzle", name, (("number", str(puzzle["number"])),), puzzle["id"], puzzle)


def _match_renamed(before: dict[tuple[str, str], Entry], after: dict[tuple[str, str], Entry]) -> None:
    """A question that only has another id is the same question."""
    lost = {
        fold(entry.data["question"]): key for key, entry in before.items() if key not in after and key[0] == "question"
    }
    for key, entry in list(after.items()):
        if key in before or key[0] != "question":
            continue
        old = lost.pop(fold(entry.data["question"]), None)
        if old is not None:
            before[key] = before.pop(old)


def _compare(old: Entry, new: Entry) -> Iterator[Change]:
    if (old.product, old.place) != (new.product, new.place):
        yield Change("moved", old, new)
    before, after = old.data, new.data
    words = [_field(name, before.get(name), after.get(name)) for name in _WORDS if before.get(name) != after.get(name)]
    notes = [_field(name, before.get(name), after.get(name)) for name in _NOTES if before.get(name) != after.get(name)]
    if new.sort == "question":
        fields = _answer_fields(before, after)
        if fields and not _same_answer(before["answer"], after["answer"]):
            yield Change("answer-changed", old, new, fields)
        else:
            words += fields
        if before["type"] != after["type"]:
            yield Change("changed", old, new, (_field("type", before["type"], after["type"]),))
    elif new.sort == "puzzle":
        names = [name for name in ("attempts", "solution") if before[name] != after[name]]
        if names:
            yield Change("answer-changed", old, new, tuple(_field(name, before[name], after[name]) for name in names))
    else:
        names = [name for name in ("value", "count", "ability") if before.get(name) != after.get(name)]
        if names:
            yield Change("changed", old, new, tuple(_field(name, before.get(name), after.get(name)) for name in names))
    if words:
        yield Change("reworded", old, new, tuple(words))
    if notes:
        yield Change("noted", old, new, tuple(notes))


def _answer_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Field, ...]:
    bare = [_typed(one["answer"]) for one in (before, after)]
    return (Field("answer", answer_text(bare[0]), answer_text(bare[1])),) if bare[0] != bare[1] else ()


def _typed(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer as its author typed it: without what follows from typography and from other answers."""
    own = {key: value for key, value in answer.items() if key not in ("display", "unlike")}
    return own | {"items": [_typed(item) for item in own["items"]]} if "items" in own else own


def answer_text(answer: Mapping[str, Any]) -> str:
    """An answer on one line, with its other forms."""
    if answer["kind"] == "list":
        return " · ".join(_forms(item) for item in answer["items"])
    if answer["kind"] == "text":
        return _forms(answer)
    return f"{answer['text']} {answer['tie']}" if "tie" in answer else str(answer["text"])


def _forms(item: Mapping[str, Any]) -> str:
    return f"{item['text']} ({', '.join(item['accept'])})" if item["accept"] else str(item["text"])


def _same_answer(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether whoever was right is still right, and the printed answer still means the same."""
    if old["kind"] != new["kind"]:
        return False
    if old["kind"] == "number":
        return (old["value"], old.get("unit")) == (new["value"], new.get("unit"))
    if old["kind"] == "text":
        return judge(old, new["text"]).right and all(judge(new, text).right for text in (old["text"], *old["accept"]))
    if old["kind"] == "list":
        forms = [text for item in old["items"] for text in (item["text"], *item["accept"])]
        return len(old["items"]) == len(new["items"]) and all(judge(new, text).right for text in forms)
    return True


def _field(name: str, old: Any, new: Any) -> Field:
    return Field(name, _shown(old), _shown(new))


def _shown(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, str):
        return value
    from json import dumps

    return dumps(value, ensure_ascii=False)


def by_kind(changes: Sequence[Change]) -> dict[Kind, int]:
    """How many changes there are of each kind."""
    counts = {kind: sum(change.kind == kind for change in changes) for kind in KINDS}
    return {kind: count for kind, count in counts.items() if count}
