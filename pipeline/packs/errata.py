"""Differences as people and programs read them: text, JSON, and an errata list in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.core.finding import Message, say, shorten
from pipeline.core.pattern import lazy
from pipeline.packs.diff import at_least, by_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.catalogue import Translate
    from pipeline.packs.diff import Change, Difference, Entry, Field

SIGNS = {
    "added": "+", "removed": "-", "moved": ">", "answer-changed": "!", "changed": "!", "reworded": "~", "noted": ".",
}  # fmt: skip
KIND_WORDS = {
    "added": "added", "removed": "removed", "moved": "moved", "answer-changed": "answer changed", "changed": "changed",
    "reworded": "reworded", "noted": "editors' notes",
}  # fmt: skip
PLACE_WORDS = {"page": "page", "number": "number", "card": "card"}
FIELD_WORDS = {
    name: name
    for name in """keyword clue question answer title name motto text back hint value count ability type attempts
    solution components setups players abilities boards sheets markdown theme difficulty source""".split()
}

NOTHING = "{title} {version}: nothing has changed."
HEAD = "{title}: {old} → {new}"
SUMMARY = "Changes: {count} ({kinds})."
NEXT = "Next version: {version}."
NEXT_DONE = "Next version: {version} or higher; {new} is."
ERRATA = "Errata: {title}, edition {edition}, version {version}"
ERRATA_NONE = "Nothing to correct."
INSTEAD = "{name}: instead of “{old}”, read “{new}”"
ANSWER_INSTEAD = "the answer is not “{old}” but “{new}”"
NOW_AT = "is now at {place}"
NO_LONGER = "is no longer in the game"
IS_NEW = "is new: “{text}”"
RULES_CHANGED = "The box or the rules have changed: {names}."

_MARKUP = lazy(r"[\\`\[\]<>|#_]")
_WIDTH = 300
_MOST_ITEMS = 100_000


def as_text(difference: Difference, translate: Translate) -> str:
    """For a terminal."""
    old, new = difference.old, difference.new
    if not difference.changes:
        return translate(say(NOTHING, title=new["title"], version=new["version"])) + "\n"
    lines = [translate(say(HEAD, title=new["title"], old=old["version"], new=new["version"]))]
    for change in difference.changes:
        lines += _lines(change, translate)
    kinds = ", ".join(f"{_word(kind, translate)} {count}" for kind, count in by_kind(difference.changes).items())
    lines.append(translate(say(SUMMARY, count=len(difference.changes), kinds=kinds)))
    done = at_least(new["version"], difference.proposed) and new["version"] != old["version"]
    lines.append(translate(say(NEXT_DONE if done else NEXT, version=difference.proposed, new=new["version"])))
    return "\n".join(lines) + "\n"


def as_data(difference: Difference) -> dict[str, Any]:
    """For programs."""
    return {
        "game": difference.new["id"],
        "old": difference.old["version"],
        "new": difference.new["version"],
        "changes": [
            {
                "kind": change.kind,
                "what": (change.new or change.old or _nobody()).sort,
                "old": _entry(change.old),
                "new": _entry(change.new),
                "fields": [field._asdict() for field in change.fields],
            }
            for change in difference.changes
        ],
        "summary": dict(by_kind(difference.changes)),
        "level": difference.level,
        "proposed": difference.proposed,
    }


def as_markdown(difference: Difference, translate: Translate) -> str:
    """An errata list for those who own the old edition: what they have to correct in their copy."""
    old = difference.old
    title = say(ERRATA, title=old["title"], edition=old["edition"], version=old["version"])
    lines = [f"# {_escaped(translate(title))}", ""]
    products: dict[str, list[str]] = {}
    for change in difference.changes:
        if change.kind == "noted":
            continue
        entry = change.old or change.new or _nobody()
        products.setdefault(entry.product, []).append(f"- {_correction(change, translate)}")
    for name, corrections in products.items():
        lines += [f"## {_escaped(name or old['title'])}", "", *corrections[:_MOST_ITEMS], ""]
    if not products:
        lines += [translate(say(ERRATA_NONE)), ""]
    return "\n".join(lines)


def _correction(change: Change, translate: Translate) -> str:
    entry = change.old or change.new or _nobody()
    if entry.sort in ("game", "product"):
        if change.kind in ("added", "removed"):
            return f"**{_escaped(entry.product)}** {_escaped(translate(_fate(change)))}"
        names = ", ".join(_said(field.name, translate) for field in change.fields)
        return _escaped(translate(say(RULES_CHANGED, names=names)))
    where = f"**{_escaped(_place(entry, translate))}**"
    if change.kind in ("added", "removed", "moved"):
        return f"{where} – {_escaped(translate(_fate(change, translate)))}"
    said = "; ".join(f"{_escaped(text)}" for field in change.fields for text in _instead(change, field, translate))
    return f"{where} – {said}"


def _instead(change: Change, field: Field, translate: Translate) -> Iterator[str]:
    values = {"old": _one_line(field.old), "new": _one_line(field.new)}
    if change.kind == "answer-changed" and field.name == "answer":
        yield translate(say(ANSWER_INSTEAD, **values))
    else:
        yield translate(say(INSTEAD, name=_said(field.name, translate), **values))


def _fate(change: Change, translate: Translate | None = None) -> Message:
    if change.kind == "removed":
        return say(NO_LONGER)
    if change.kind == "moved" and change.new is not None and translate is not None:
        return say(NOW_AT, place=_place(change.new, translate, product=True))
    entry = change.new or _nobody()
    text = entry.data.get("question") or entry.data.get("title") or entry.data.get("name") or entry.id
    return say(IS_NEW, text=_one_line(str(text)))


def _lines(change: Change, translate: Translate) -> Iterator[str]:
    entry = change.old or change.new or _nobody()
    where = _place(entry, translate, product=True)
    if change.kind == "moved" and change.new is not None:
        where += f" → {_place(change.new, translate, product=True)}"
    mark = f" ({entry.id})" if entry.id and entry.sort not in ("game", "product") else ""
    yield f"{SIGNS[change.kind]} {_word(change.kind, translate)}: {where}{mark}"
    for field in change.fields:
        yield from _before_after(field, translate)
    if change.kind in ("added", "removed") and "question" in entry.data:
        yield f"    {_one_line(entry.data['question'])}"


def _before_after(field: Field, translate: Translate) -> Iterator[str]:
    name = _said(field.name, translate)
    yield f"    {name}: {_one_line(field.old)}"
    yield f"    {'→':>{len(name) + 1}} {_one_line(field.new)}"


def _place(entry: Entry, translate: Translate, *, product: bool = False) -> str:
    parts = [f"{_said(PLACE_WORDS[name], translate)} {value}" for name, value in entry.place]
    if entry.sort == "card":
        parts = [f"{_said('card', translate)} {entry.id}"]
    head = [entry.product or entry.id] if product or not parts else []
    return ", ".join((*head, *parts))


def _entry(entry: Entry | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    return {"product": entry.product, "id": entry.id, **dict(entry.place)}


def _nobody() -> Entry:
    raise AssertionError("a change is about something")


def _word(kind: str, translate: Translate) -> str:
    return _said(KIND_WORDS[kind], translate)


def _said(word: str, translate: Translate) -> str:
    return translate(Message(word))


def _one_line(text: str) -> str:
    return shorten(text, _WIDTH)


def _escaped(text: str) -> str:
    """Markdown in which the texts of a pack are only text; stars stay, they are italics."""
    return _MARKUP.sub(r"\\\g<0>", text)
