"""Moodle XML: short answers, numbers and lists out; most of Moodle's question types in."""

from __future__ import annotations

import re
from collections import Counter
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say
from pipeline.core.pattern import lazy
from pipeline.formats.base import (
    ANY_TEXT,
    FEEDBACK,
    HINTS,
    ITALICS,
    ITS_NAME,
    NO_ANSWER,
    NO_QUESTION,
    NO_RIGHT,
    NO_WORDS,
    PATTERN,
    PICTURES,
    TAGS,
    Asked,
    Draft,
    Format,
    Lost,
    Rejected,
)
from pipeline.formats.cells import join_items, listed, noted_number, printed_unit, typed_number, unlisted
from pipeline.formats.html import html, plain, text_of
from pipeline.formats.table import with_choices
from pipeline.formats.xml import cdata, clean, tree
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.core.finding import Message
    from pipeline.formats.base import Event, Item, Reading, Writing
    from pipeline.formats.xml import Node

BY_HAND = "a list of answers is marked by hand: the answers are in the notes for the marker"
NO_ITALICS = "what is typed has no italics: the answer stands there without them"
NOT_TAKEN = "Moodle's type “{type}” cannot be a question of ours."
OTHER_UNITS = "other units of the number are not taken"
NOT_WHOLE = "No answer counts in full: {percent} % at most."

_WHOLE = 99.0  # three thirds are 99.99999
_TRUTH = {"true": "vrai", "false": "faux", "vrai": "vrai", "faux": "faux"}
_STAR = lazy(r"(?<!\\)\*")
_PARAGRAPH = lazy(r"\s*<(?:p|div|span)\b", re.IGNORECASE)
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
        answers = cdata(f"<p>{html(listed(question))}</p>")
        body = (
            f'<graderinfo format="html"><text>{answers}</text></graderinfo>'
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
    if any(plain(text) != text for text in question.answer_texts()):
        writing.simplify(asked, NO_ITALICS)
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
        f'<questiontext format="html"><text>{cdata(f"<p>{html(question.question)}</p>")}</text></questiontext>'
        f'<generalfeedback format="html"><text>{cdata(feedback)}</text></generalfeedback>'
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
    pattern: bool
    """Whether stars in it stand for any text."""


def _draft(node: Node, kind: str, theme: str, place: str) -> Iterator[Event]:
    question = _told(node.first("questiontext"))
    if kind not in ("shortanswer", "numerical", "multichoice", "truefalse", "essay"):
        yield Rejected(place, say(NOT_TAKEN, type=kind), question)
        return
    labels = _Labels(node, theme)
    if kind == "essay":
        yield from _listed(node, labels, place, question)
        return
    answers = [_answer(answer, kind) for answer in node.all("answer")]
    right, several = _right(node, kind, answers)
    problem = _unfit(answers, right)
    if problem is not None:
        yield Rejected(place, problem, question)
        return
    forms = list(dict.fromkeys(answer.text for answer in right if not answer.pattern))
    texts = {"question": f"Vrai ou faux : {question}" if kind == "truefalse" else question} | _labelled(node, labels)
    if kind == "numerical":
        texts |= _number(node, right, texts["note"], own=labels.own)
    elif several:
        texts["answer"] = join_items((text, ()) for text in forms)
    else:
        texts |= {"answer": forms[0], "accept": join_items((text, ()) for text in forms[1:])}
    counting = frozenset(right)
    others = [answer.text for answer in answers if answer not in counting and not answer.pattern]
    texts["note"] = with_choices(texts["note"], others if kind != "truefalse" else [], forms)
    yield from (Lost(place, say(template)) for template in _lost(node, labels))
    if any(answer.pattern for answer in right):
        yield Lost(place, say(PATTERN))
    kept = {key: value for key, value in texts.items() if value}
    yield Draft(place, kept, number=kind == "numerical", several=several, type=labels.type)


def _listed(node: Node, labels: _Labels, place: str, question: str) -> Iterator[Event]:
    """An essay of our own is a list: its answers are told to whoever marks it."""
    answer = unlisted(text_of(node.said("graderinfo", "text"))[0]) if labels.own else ""
    if not answer:
        yield Rejected(place, say(NOT_TAKEN, type="essay"), question)
        return
    texts = {"question": question, "answer": answer} | _labelled(node, labels)
    yield from (Lost(place, say(template)) for template in _lost(node, labels))
    yield Draft(place, {key: value for key, value in texts.items() if value}, several=True, type=labels.type)


def _labelled(node: Node, labels: _Labels) -> dict[str, str]:
    return {"theme": labels.theme, "cue": labels.cue, **_note(node, own=labels.own)}


def _told(node: Node | None) -> str:
    """The text of an element in its format: tags are text only where it says that it is plain."""
    if node is None:
        return ""
    said = node.said("text")
    return " ".join(said.split()) if node.attributes.get("format") == "plain_text" else text_of(said)[0]


def _answer(node: Node, kind: str) -> _Answer:
    """What somebody types has no tags, unless a program has put it into a paragraph; stars in it are wildcards."""
    said = node.said("text")
    if kind == "truefalse":
        return _Answer(_TRUTH.get(said.lower(), said), _fraction(node), "", pattern=False)
    if kind == "multichoice":
        return _Answer(_told(node), _fraction(node), "", pattern=False)
    formatted = node.attributes.get("format") == "html" or _PARAGRAPH.match(said)
    text = text_of(said)[0] if formatted else " ".join(said.split())
    pattern = bool(_STAR.search(said))
    return _Answer(text.replace("\\*", "*"), _fraction(node), node.said("tolerance"), pattern)


def _right(node: Node, kind: str, answers: Sequence[_Answer]) -> tuple[list[_Answer], bool]:
    """The answers that count, and whether all of them are wanted: those with points where several may be ticked."""
    full = [answer for answer in answers if answer.fraction >= _WHOLE]
    points = [answer for answer in answers if answer.fraction > 0]
    single = node.said("single").lower()
    ticked = single in ("false", "0") or (not single and not full and len(points) > 1)
    if kind != "multichoice" or not ticked:
        return full, False
    return (points, len(points) > 1) if sum(answer.fraction for answer in points) >= _WHOLE else ([], False)


def _unfit(answers: Sequence[_Answer], right: Sequence[_Answer]) -> Message | None:
    """Why no question can be made of these answers."""
    if not right:
        best = max((answer.fraction for answer in answers), default=0)
        return say(NOT_WHOLE, percent=f"{best:g}") if best > 0 else say(NO_RIGHT)
    if all(answer.pattern for answer in right):
        return say(ANY_TEXT, pattern=right[0].text)
    return None if all(answer.text for answer in right) else say(NO_WORDS)


def _note(node: Node, *, own: bool) -> dict[str, str]:
    """The feedback as a note; at the end of our own stands the source."""
    feedback = _told(node.first("generalfeedback"))
    rest, _, last = feedback.rpartition(" ")
    return {"note": rest, "source": last} if own and _URL.fullmatch(last) else {"note": feedback}


def _number(node: Node, right: Sequence[_Answer], note: str, *, own: bool) -> dict[str, str]:
    """Number, unit and tolerance. In the feedback of our own questions stands the number with its unit."""
    numbers = [typed_number(answer.text) for answer in right]
    number = numbers[0]
    unit = next((unit.said("unit_name") for unit in _all_units(node) if _is_base(unit)), "")
    printed = printed_unit(number, note) if own else ""
    if printed and unit in ("", printed):
        unit, note = printed, ""
    return {"answer": number, "unit": unit, "note": noted_number(note, right[0].tolerance, numbers)}


def _is_base(unit: Node) -> bool:
    """Whether it is the unit in which the answers are given."""
    return typed_number(unit.said("multiplier") or "1") == "1"


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
        self.type = next((tag for tag in rest if tag in TYPES), "") if self.own else ""
        if self.type:
            rest.remove(self.type)
        self.theme = (rest[0] if rest else "") if self.own else theme
        self.tags = rest[1:] if self.own else rest
        """The tags that have no place in our questions."""
        self.name = node.said("name", "text")
        title, sign, id_ = self.name.rpartition(" · ")
        self.cue = title if sign and id_ == node.said("idnumber") else ""


def _lost(node: Node, labels: _Labels) -> Iterator[str]:
    """What else a question has."""
    told = [part for name in ("questiontext", "generalfeedback", "answer") for part in node.all(name)]
    if any(text_of(part.said("text"))[1] for part in told if part.attributes.get("format") != "plain_text"):
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
    if name and not labels.own and not _told(node.first("questiontext")).startswith(name):
        yield ITS_NAME
    if len(_all_units(node)) > 1:
        yield OTHER_UNITS


def _fraction(answer: Node) -> float:
    try:
        fraction = float(answer.attributes.get("fraction", "0").replace(",", "."))
    except ValueError:
        return 0.0
    return fraction if isfinite(fraction) else 0.0


def recognises(name: str, head: bytes) -> bool:
    return name.lower().endswith(".xml") and b"<quiz" in head.replace(b"\0", b"")  # in UTF-16 every second byte is one


FORMAT = Format(
    name="moodle",
    summary="Question bank for Moodle (XML): short answers, numbers, lists.",
    suffix=".xml",
    write=write,
    carries=frozenset(("keyword", "clue", "theme", "source", ITALICS)),
    read=read,
    recognises=recognises,
)
