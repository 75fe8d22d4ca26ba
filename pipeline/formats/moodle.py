"""Moodle XML: short answers, numbers and lists out; most of Moodle's question types in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say
from pipeline.core.numbers import plain as plain_number
from pipeline.core.numbers import read_decimal
from pipeline.formats.base import NO_ANSWER, NO_QUESTION, Asked, Draft, Format, Notice, Rejected
from pipeline.formats.cells import join_items
from pipeline.formats.html import html, plain, text_of
from pipeline.formats.table import with_choices
from pipeline.formats.xml import clean, tree
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.formats.base import Event, Item, Reading, Writing
    from pipeline.formats.xml import Node

BY_HAND = "a list of answers is marked by hand: the answers are in the notes for the marker"
NOT_TAKEN = "Moodle's type “{type}” cannot be a question of ours."
NO_RIGHT = "No answer counts as right."
PICTURES = "Its {count} pictures or sounds are not taken."

_TOLERANCE = "Tolérance : ± {}."
_WHOLE = 100


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """One `question` element each, in a category for every product."""
    out.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n')
    category: tuple[str, str] | None = None
    for item in items:
        if not isinstance(item, Asked):
            writing.leave_out(item, NO_QUESTION)
            continue
        if (item.game, item.product) != category:
            category = (item.game, item.product)
            name = clean(f"$course$/{_part(item.game_title)}/{_part(item.product_title)}")
            out.write(f'<question type="category"><category><text>{name}</text></category></question>\n'.encode())
        out.write(_question(item, writing).encode("utf-8", "replace"))
    out.write(b"</quiz>\n")


def _part(name: str) -> str:
    """The name of a category; a slash in it would start another one."""
    return name.replace("/", "//")


def _question(asked: Asked, writing: Writing) -> str:
    question = asked.question
    kind = question.answer_kind
    if kind == "procedure":
        writing.leave_out(asked, NO_ANSWER, type=question.type)
        return ""
    if kind == "list":
        writing.simplify(asked, BY_HAND)
        listed = html(" · ".join(" / ".join(item.split("\n")) for item in question.answer_items()))
        body = (
            f'<graderinfo format="html"><text>{clean(f"<p>{listed}</p>")}</text></graderinfo>'
            "<responseformat>plain</responseformat><responserequired>1</responserequired>"
            "<responsefieldlines>10</responsefieldlines><attachments>0</attachments>"
        )
        return _element("essay", asked, body)
    if kind == "number":
        value = question.answer_texts()[0]
        answer = (
            f'<answer fraction="100" format="moodle_auto_format"><text>{value}</text><tolerance>0</tolerance></answer>'
        )
        return _element("numerical", asked, answer + "<unitgradingtype>0</unitgradingtype><showunits>3</showunits>")
    answers = "".join(
        f'<answer fraction="100" format="moodle_auto_format"><text>{clean(_literal(text))}</text></answer>'
        for text in question.answer_texts()
    )
    return _element("shortanswer", asked, f"<usecase>0</usecase>{answers}")


def _literal(text: str) -> str:
    """A star is any text in Moodle's short answers."""
    return plain(text).replace("*", "\\*")


def _element(type_: str, asked: Asked, body: str) -> str:
    question = asked.question
    unit = getattr(question, "unit", None)
    feedback = " ".join(
        part for part in (html(question.printed_answer()) if unit else "", _link(question.source or "")) if part
    )
    names = [question.cue or plain(question.question)[:60], asked.id]
    tags = "".join(
        f"<tag><text>{clean(tag)}</text></tag>"
        for tag in (question.type, question.theme, f"livret:{asked.id}" if asked.id else None)
        if tag
    )
    return (
        f'<question type="{type_}"><name><text>{clean(" · ".join(filter(None, names)))}</text></name>'
        f'<questiontext format="html"><text>{clean(f"<p>{html(question.question)}</p>")}</text></questiontext>'
        f'<generalfeedback format="html"><text>{clean(feedback)}</text></generalfeedback>'
        f"<defaultgrade>1</defaultgrade><penalty>0</penalty><hidden>0</hidden><idnumber>{clean(asked.id)}</idnumber>"
        f"{body}<tags>{tags}</tags></question>\n"
    )


def _link(address: str) -> str:
    return f'<a href="{html(address)}">{html(address)}</a>' if address else ""


def read(raw: bytes, _reading: Reading) -> Iterator[Event]:
    """The questions of a file; the name of their category is their theme."""
    theme = ""
    for node in tree([raw]).all("question"):
        kind = node.attributes.get("type", "")
        if kind == "category":
            theme = node.said("category", "text").rpartition("/")[2].replace("$course$", "").replace("top", "").strip()
            continue
        yield from _draft(node, kind, theme)


class _Answer(NamedTuple):
    text: str
    fraction: float
    tolerance: str


def _draft(node: Node, kind: str, theme: str) -> Iterator[Event]:
    place = f"{node.line}"
    question, media = text_of(node.said("questiontext", "text"))
    if media:
        yield Notice(say(PICTURES, count=media))
    if kind not in ("shortanswer", "numerical", "multichoice", "truefalse", "essay"):
        yield Rejected(place, say(NOT_TAKEN, type=kind), question)
        return
    answers = [
        _Answer(text_of(answer.said("text"))[0].replace("\\*", "*"), _fraction(answer), answer.said("tolerance"))
        for answer in node.all("answer")
    ]
    right, several = _right(node, kind, answers)
    if not right:
        yield Rejected(place, say(NOT_TAKEN, type=kind) if kind == "essay" else say(NO_RIGHT), question)
        return
    others = [answer.text for answer in answers if kind == "multichoice" or 0 < answer.fraction < _WHOLE]
    texts = {
        "question": f"Vrai ou faux : {question}" if kind == "truefalse" else question,
        "note": with_choices(text_of(node.said("generalfeedback", "text"))[0], others, right),
        **_labels(node, theme),
    }
    if kind == "numerical":
        texts |= _number(right[0], answers[0].tolerance, texts["note"])
    elif several:
        texts["answer"] = join_items((parts[0], parts[1:]) for parts in (text.split(" / ") for text in right))
    else:
        texts |= {"answer": right[0], "accept": join_items((text, ()) for text in right[1:])}
    kept = {key: value for key, value in texts.items() if value}
    yield Draft(place, kept, number=kind == "numerical", several=several)


def _right(node: Node, kind: str, answers: Sequence[_Answer]) -> tuple[list[str], bool]:
    """The answers that count, and whether all of them are wanted."""
    if kind == "essay":
        listed, _ = text_of(node.said("graderinfo", "text"))
        return [part.strip() for part in listed.split(" · ") if part.strip()], True
    right = [answer.text for answer in answers if answer.fraction >= _WHOLE]
    if kind == "truefalse":
        return [{"true": "vrai", "false": "faux"}.get(text.lower(), text) for text in right], False
    parts = [answer.text for answer in answers if 0 < answer.fraction < _WHOLE]
    return (parts, True) if kind == "multichoice" and not right and len(parts) > 1 else (right, False)


def _number(right: str, tolerance: str, note: str) -> dict[str, str]:
    value = read_decimal(right)
    allowed = _TOLERANCE.format(tolerance) if tolerance.strip("0.") else ""
    return {
        "answer": plain_number(value) if value is not None else right,
        "note": " ".join(filter(None, (note, allowed))),
    }


def _labels(node: Node, theme: str) -> dict[str, str]:
    """Theme and cue: of a question that we have written from its tags and its name, else from the category."""
    tags = node.first("tags")
    named = [tag.said("text") for tag in tags.all("tag")] if tags else []
    title, sign, id_ = node.said("name", "text").rpartition(" · ")
    own = bool(named) and named[0] in TYPES
    return {
        "theme": next((tag for tag in named[1:] if not tag.startswith("livret:")), theme) if own else theme,
        "cue": title if sign and id_ == node.said("idnumber") else "",
    }


def _fraction(answer: Node) -> float:
    try:
        return float(answer.attributes.get("fraction", "0"))
    except ValueError:
        return 0.0


def recognises(name: str, head: bytes) -> bool:
    return name.lower().endswith(".xml") and b"<quiz" in head


FORMAT = Format(
    name="moodle",
    summary="Question bank for Moodle (XML): short answers, numbers, lists.",
    suffix=".xml",
    write=write,
    carries=frozenset(("cue", "theme", "source")),
    read=read,
    recognises=recognises,
)
