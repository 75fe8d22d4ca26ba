"""GIFT: Moodle's text format for questions, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say, shorten
from pipeline.core.pattern import lazy
from pipeline.formats.base import (
    FEEDBACK,
    ITS_NAME,
    NO_ANSWER,
    NO_QUESTION,
    PICTURES,
    Asked,
    Draft,
    Format,
    Lost,
    Rejected,
)
from pipeline.formats.cells import escape as cell
from pipeline.formats.cells import join_items, printed_unit
from pipeline.formats.csv import decode
from pipeline.formats.html import plain, text_of
from pipeline.formats.table import with_choices
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from pipeline.formats.base import Event, Item, Reading, Writing

BY_HAND = "a list of answers is marked by hand: the answers are in the feedback"
NO_BRACES = "It has no answers between braces."
NOT_CLOSED = "A brace is not closed."
MATCHING = "Matching pairs cannot be a question of ours."
ESSAY = "A free text has no answer."
RANGE = "A range of numbers ({range}) is not one right number."
NO_RIGHT = "No answer counts as right."
COMMENT = "a comment is not taken"

_CONTROL = lazy(r"([\\~=#{}:])")
_BLANK = lazy(r"\n[ \t]*(?:\n[ \t]*)+")
_HEAD = lazy(r"::((?:\\.|[^\\])*?)::")
_FORMAT = lazy(r"\[(html|markdown|plain|moodle)\]")
_UNESCAPED = lazy(r"\\([~=#{}:\\n])")
_WEIGHT = lazy(r"%(-?\d+(?:\.\d+)?)%")
_TAG = lazy(r"\[tag:([^\]]+)\]")
_FULL = 99.5
_LONGEST_NAME = 40


class _Block(NamedTuple):
    """The lines of one question: where it stands, its text, and what its comments and its category say."""

    place: str
    body: str
    theme: str
    comments: str
    own: bool
    """Whether we have written it."""


class _Choice(NamedTuple):
    text: str
    weight: float


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """A question each, separated by empty lines, in a category for every product."""
    category: tuple[str, str] | None = None
    for item in items:
        if not isinstance(item, Asked):
            writing.leave_out(item, NO_QUESTION)
            continue
        if (item.game, item.product) != category:
            category = (item.game, item.product)
            name = f"{item.game_title.replace('/', '//')}/{item.product_title.replace('/', '//')}"
            out.write(f"$CATEGORY: $course$/{name}\n\n".encode())
        out.write(_question(item, writing).encode("utf-8", "replace"))


def _question(asked: Asked, writing: Writing) -> str:
    question = asked.question
    kind = question.answer_kind
    if kind == "procedure":
        writing.leave_out(asked, NO_ANSWER, type=question.type)
        return ""
    if kind == "number":
        body = f"#{question.answer_texts()[0]}:0" + (
            f"####{escape(question.printed_answer())}" if getattr(question, "unit", None) else ""
        )
    elif kind == "list":
        writing.simplify(asked, BY_HAND)
        body = "####" + escape(" · ".join(" / ".join(item.split("\n")) for item in question.answer_items()))
    else:
        body = " ".join(f"={escape(text)}" for text in question.answer_texts())
    marks = [
        f"[id:{asked.id}]" if asked.id else "",
        *(f"[tag:{tag}]" for tag in (question.type, question.theme) if tag),
    ]
    comment = " ".join(mark.replace("\n", " ") for mark in marks if mark)
    title = f"::{escape(question.cue)}::" if question.cue else ""
    return f"// {comment}\n{title}[plain]{escape(question.question)} {{{body}}}\n\n"


def escape(text: str) -> str:
    """A text whose signs GIFT takes for text."""
    return _CONTROL.sub(r"\\\1", plain(text)).replace("\n", " ")


def read(raw: bytes, _reading: Reading) -> Iterator[Event]:
    """The questions of a file; the last part of their category is their theme."""
    text = decode(raw)[0].replace("\r\n", "\n").replace("\r", "\n")
    theme = ""
    at, line = 0, 1
    while at < len(text):
        gap = _BLANK.search(text, at)
        end, following = gap.span() if gap else (len(text), len(text))
        block = text[at:end]
        start, line = line, line + text.count("\n", at, following)
        at = following
        lines = block.split("\n")
        kept = [part for part in lines if not part.lstrip().startswith(("//", "$CATEGORY:"))]
        for part in lines:
            if part.lstrip().startswith("$CATEGORY:"):
                theme = part.partition(":")[2].strip().rpartition("/")[2].replace("$course$", "").strip()
        body = "\n".join(kept).strip()
        if body:
            first = next(number for number, part in enumerate(lines) if part in kept and part.strip())
            comments = " ".join(part.strip() for part in lines if part.lstrip().startswith("//"))
            tags = _TAG.findall(comments)
            own = bool(tags) and tags[0] in TYPES
            yield from _read(_Block(f"{start + first}", body, (tags[1:2] or [""])[0] if own else theme, comments, own))


def _read(block: _Block) -> Iterator[Event]:
    """A question, and before it whatever it has that ours have no place for."""
    event, lost = _draft(block)
    if block.comments.strip(" /") and not block.own:
        lost.append(COMMENT)
    if "[plain]" not in block.body and text_of(block.body)[1]:
        lost.append(PICTURES)
    yield from (Lost(block.place, say(template)) for template in lost)
    yield event


def _draft(block: _Block) -> tuple[Draft | Rejected, list[str]]:
    title = _HEAD.match(block.body)
    rest = block.body[title.end() :].strip() if title else block.body
    opening = _find(rest, "{")
    if opening < 0:
        return Rejected(block.place, say(NO_BRACES), shorten(rest, 60)), []
    closing = _find(rest, "}", opening + 1)
    if closing < 0:
        return Rejected(block.place, say(NOT_CLOSED), shorten(rest, 60)), []
    stem, answers, tail = rest[:opening].strip(), rest[opening + 1 : closing].strip(), rest[closing + 1 :].strip()
    question = _text(stem) + (f" … {_text(tail)}" if tail else "")
    texts = {"question": " ".join(question.split()), "theme": block.theme}
    lost = []
    if title and len(title[1]) <= _LONGEST_NAME and title[1].strip():
        texts["cue"] = _text(title[1])
    elif title and not texts["question"].startswith(_text(title[1]).rstrip("….")):
        lost.append(ITS_NAME)
    at = _find(answers, "####")
    feedback = _text(answers[at + 4 :]) if at >= 0 else ""
    answers = (answers[:at] if at >= 0 else answers).strip()
    if _find(answers.removeprefix("#"), "#") >= 0:
        lost.append(FEEDBACK)
    return _answered(block, texts, answers, feedback), lost


def _answered(block: _Block, texts: dict[str, str], answers: str, feedback: str) -> Draft | Rejected:
    place, question = block.place, texts["question"]
    if feedback and answers:
        texts["note"] = feedback
    if not answers:
        listed = [part.strip() for part in feedback.split(" · ") if part.strip()]
        if len(listed) < 2:
            return Rejected(place, say(ESSAY), question)
        texts["answer"] = join_items((parts[0], parts[1:]) for parts in (item.split(" / ") for item in listed))
        return Draft(place, texts, several=True)
    word = _text(answers.partition("#")[0]).upper()
    if word in ("T", "TRUE", "F", "FALSE"):
        texts |= {"question": f"Vrai ou faux : {question}", "answer": "vrai" if word[0] == "T" else "faux"}
        return Draft(place, texts)
    if answers.startswith("#"):
        return _number(block, texts, answers[1:].strip())
    choices = _choices(answers)
    if any("->" in choice.text for choice in choices) and all(choice.weight >= _FULL for choice in choices):
        return Rejected(place, say(MATCHING), question)
    right = [choice.text for choice in choices if choice.weight >= _FULL]
    parts = [choice.text for choice in choices if 0 < choice.weight < _FULL]
    several = not right and len(parts) > 1
    if several:
        right = parts
    if not right:
        return Rejected(place, say(NO_RIGHT), question)
    texts["note"] = with_choices(texts.get("note", ""), [choice.text for choice in choices], right)
    if several:
        texts["answer"] = join_items((text, ()) for text in right)
    else:
        texts["answer"], texts["accept"] = right[0], " | ".join(map(cell, right[1:]))
    return Draft(place, {key: value for key, value in texts.items() if value}, several=several)


def _number(block: _Block, texts: dict[str, str], answers: str) -> Draft | Rejected:
    """A number with its tolerance; in the feedback of our own questions it stands with its unit."""
    choices = _choices(answers)
    best = max(choices, key=lambda choice: choice.weight)
    value, sign, tolerance = best.text.partition(":")
    if ".." in best.text:
        return Rejected(block.place, say(RANGE, range=best.text), texts["question"])
    note = texts.get("note", "")
    unit = printed_unit(value.strip(), note) if block.own else ""
    allowed = f"Tolérance : ± {tolerance.strip()}." if sign and tolerance.strip(" 0.") else ""
    texts["note"] = with_choices(
        " ".join(filter(None, ("" if unit else note, allowed))), [choice.text for choice in choices], [best.text]
    )
    texts |= {"answer": value.strip(), "unit": unit}
    return Draft(block.place, {key: value for key, value in texts.items() if value}, number=True)


def _choices(answers: str) -> list[_Choice]:
    """The answers behind = and ~, with their weights; one alone needs no sign."""
    starts = [at for at in range(len(answers)) if answers[at] in "=~" and not _escaped(answers, at)]
    if not starts:
        return [_Choice(_text(_without_feedback(answers)), 100)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(answers)], strict=True):
        text = answers[start + 1 : end].strip()
        weight = _WEIGHT.match(text)
        value = float(weight[1]) if weight else (100.0 if answers[start] == "=" else 0.0)
        text = _without_feedback(text[weight.end() :] if weight else text)
        found.append(_Choice(_text(text), value))
    return found


def _without_feedback(text: str) -> str:
    at = _find(text, "#")
    return text[:at] if at >= 0 else text


def _find(text: str, sign: str, start: int = 0) -> int:
    """Where a sign stands that has no backslash before it; -1 if nowhere."""
    at = text.find(sign, start)
    while at >= 0 and _escaped(text, at):
        at = text.find(sign, at + 1)
    return at


def _escaped(text: str, at: int) -> bool:
    count = 0
    while at - count > 0 and text[at - count - 1] == "\\":
        count += 1
    return count % 2 == 1


def _text(source: str) -> str:
    """A part of a question as plain text."""
    source = source.strip()
    kind = _FORMAT.match(source)
    text = source[kind.end() :] if kind else source
    text = _UNESCAPED.sub(lambda match: " " if match[1] == "n" else match[1], text)
    return text_of(text)[0] if kind is None or kind[1] in ("html", "moodle") else " ".join(text.split())


def recognises(name: str, head: bytes) -> bool:
    return name.lower().endswith(".gift") or (name.lower().endswith(".txt") and b"{" in head and b"}" in head)


FORMAT = Format(
    name="gift",
    summary="Question bank as text (GIFT), for Moodle and many others.",
    suffix=".gift",
    write=write,
    carries=frozenset(("keyword", "clue", "theme")),
    read=read,
    recognises=recognises,
)
