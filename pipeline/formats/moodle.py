"""Moodle XML: short answers, numbers and lists out; most of Moodle's question types in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say
from pipeline.core.numbers import plain as plain_number
from pipeline.core.numbers import read_decimal
from pipeline.core.pattern import lazy
from pipeline.formats.base import (
    FEEDBACK,
    HINTS,
    ITALICS,
    ITS_NAME,
    NO_ANSWER,
    NO_QUESTION,
    PICTURES,
    TAGS,
    Asked,
    Draft,
    Format,
    Lost,
    Rejected,
)
from pipeline.formats.cells import join_items, printed_unit
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
OTHER_UNITS = "units besides the first are not taken"

_TOLERANCE = "Tolérance : ± {}."
_WHOLE = 100
_MARK = "livret:"
_URL = lazy(r"https?://\S+")


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
        return _element("numerical", asked, answer + _units(getattr(question, "unit", None)))
    answers = "".join(
        f'<answer fraction="100" format="moodle_auto_format"><text>{clean(_literal(text))}</text></answer>'
        for text in question.answer_texts()
    )
    return _element("shortanswer", asked, f"<usecase>0</usecase>{answers}")


def _units(unit: str | None) -> str:
    """The unit may be typed after the number and need not be; a number without one takes none."""
    if not unit:
        return "<unitgradingtype>0</unitgradingtype><showunits>3</showunits>"
    named = f"<unit><multiplier>1</multiplier><unit_name>{clean(plain(unit))}</unit_name></unit>"
    return f"<units>{named}</units><unitgradingtype>0</unitgradingtype><showunits>0</showunits>"


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
        for tag in (question.type, question.theme, f"{_MARK}{asked.id}" if asked.id else None)
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
    nodes = list(tree([raw]).all("question"))
    lines = Counter(node.line for node in nodes)
    for node in nodes:
        kind = node.attributes.get("type", "")
        if kind == "category":
            theme = node.said("category", "text").rpartition("/")[2].replace("$course$", "").replace("top", "").strip()
            continue
        place = f"{node.line}" if lines[node.line] == 1 else f"{node.line}:{node.column}"
        yield from _draft(node, kind, theme, place)


class _Answer(NamedTuple):
    text: str
    fraction: float
    tolerance: str


def _draft(node: Node, kind: str, theme: str, place: str) -> Iterator[Event]:
    question = text_of(node.said("questiontext", "text"))[0]
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
    labels = _Labels(node, theme)
    texts = {
        "question": f"Vrai ou faux : {question}" if kind == "truefalse" else question,
        "theme": labels.theme,
        "cue": labels.cue,
        **_note(node, own=labels.own),
    }
    if kind == "numerical":
        texts |= _number(node, answers, texts["note"], own=labels.own)
        right = right[:1]
    elif several:
        texts["answer"] = join_items((parts[0], parts[1:]) for parts in (text.split(" / ") for text in right))
    else:
        texts |= {"answer": right[0], "accept": join_items((text, ()) for text in right[1:])}
    others = [answer.text for answer in answers if answer.text != "*"] if kind != "truefalse" else []
    texts["note"] = with_choices(texts["note"], others, right)
    yield from (Lost(place, say(template)) for template in _lost(node, labels))
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


def _note(node: Node, *, own: bool) -> dict[str, str]:
    """The feedback as a note; at the end of our own stands the source."""
    feedback, _ = text_of(node.said("generalfeedback", "text"))
    rest, _, last = feedback.rpartition(" ")
    return {"note": rest, "source": last} if own and _URL.fullmatch(last) else {"note": feedback}


def _number(node: Node, answers: Sequence[_Answer], note: str, *, own: bool) -> dict[str, str]:
    """Number, unit and tolerance. In the feedback of our own questions stands the number with its unit."""
    right = next(answer for answer in answers if answer.fraction >= _WHOLE)
    value = read_decimal(right.text)
    number = plain_number(value) if value is not None else right.text
    unit = next((unit.said("unit_name") for unit in _all_units(node)), "")
    printed = printed_unit(number, note) if own else ""
    if printed and unit in ("", printed):
        unit, note = printed, ""
    allowed = _TOLERANCE.format(right.tolerance) if right.tolerance.strip("0.") else ""
    return {"answer": number, "unit": unit, "note": " ".join(filter(None, (note, allowed)))}


def _all_units(node: Node) -> list[Node]:
    units = node.first("units")
    return list(units.all("unit")) if units else []


class _Labels:
    """Theme and cue: of a question that we have written from its tags and its name, else from the category."""

    def __init__(self, node: Node, theme: str) -> None:
        tags = node.first("tags")
        named = [tag.said("text") for tag in tags.all("tag")] if tags else []
        self.own = any(tag.startswith(_MARK) for tag in named) or (bool(named) and named[0] in TYPES)
        rest = [tag for tag in named if not tag.startswith(_MARK)]
        if self.own:
            type_ = next((tag for tag in rest if tag in TYPES), "")
            rest = [tag for at, tag in enumerate(rest) if at != (rest.index(type_) if type_ else -1)]
        self.theme = (rest[0] if rest else "") if self.own else theme
        self.tags = rest[1:] if self.own else rest
        """The tags that have no place in our questions."""
        self.name = node.said("name", "text")
        title, sign, id_ = self.name.rpartition(" · ")
        self.cue = title if sign and id_ == node.said("idnumber") else ""


def _lost(node: Node, labels: _Labels) -> Iterator[str]:
    """What else a question has."""
    told = [node.said(name, "text") for name in ("questiontext", "generalfeedback")]
    told += [answer.said("text") for answer in node.all("answer")]
    if any(text_of(text)[1] for text in told):
        yield PICTURES
    combined = ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback")
    comments = [*(answer.said("feedback", "text") for answer in node.all("answer"))]
    if any(text_of(text)[0] for text in (*comments, *(node.said(name, "text") for name in combined))):
        yield FEEDBACK
    if any(text_of(hint.said("text"))[0] for hint in node.all("hint")):
        yield HINTS
    if labels.tags:
        yield TAGS
    name = " ".join(labels.name.rstrip("….").split())
    if name and not labels.own and not text_of(node.said("questiontext", "text"))[0].startswith(name):
        yield ITS_NAME
    if len(_all_units(node)) > 1:
        yield OTHER_UNITS


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
    carries=frozenset(("keyword", "clue", "theme", "source", ITALICS)),
    read=read,
    recognises=recognises,
)
