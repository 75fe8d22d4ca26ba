"""GIFT: Moodle's text format for questions, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say, shorten
from pipeline.core.pattern import lazy
from pipeline.formats.base import (
    ANY_TEXT,
    FEEDBACK,
    ITS_NAME,
    NO_ANSWER,
    NO_QUESTION,
    NO_RIGHT,
    NO_WORDS,
    PATTERN,
    PICTURES,
    Asked,
    Draft,
    Format,
    Lost,
    Rejected,
)
from pipeline.formats.cells import escape as cell
from pipeline.formats.cells import join_items, listed, noted_number, printed_unit, typed_number, unlisted
from pipeline.formats.csv import decode
from pipeline.formats.html import plain, text_of
from pipeline.formats.table import with_choices
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.core.finding import Message
    from pipeline.formats.base import Event, Item, Reading, Writing

BY_HAND = "a list of answers is marked by hand: the answers are in the feedback"
NO_BRACES = "It has no answers between braces."
NOT_CLOSED = "A brace is not closed."
MATCHING = "Matching pairs cannot be a question of ours."
ESSAY = "A free text has no answer."
RANGE = "A range of numbers ({range}) is not one right number."
TWO_GAPS = "It has two places for answers; ours have one."
NOT_FULL = "No answer counts in full: {percent} % at most."
ARROW = "an answer with “->” would be a matching pair"
COMMENT = "a comment is not taken"

_CONTROL = lazy(r"([\\~=#{}:])")
_BLANK = lazy(r"\n[ \t]*(?:\n[ \t]*)+")
_HEAD = lazy(r"::((?:\\.|[^\\])*?)::")
_FORMAT = lazy(r"\[(html|markdown|plain|moodle)\]")
_UNESCAPED = lazy(r"\\([~=#{}:\\n])")
_STAR = lazy(r"(?<!\\)\*")
_WEIGHT = lazy(r"%(-?\d+(?:\.\d+)?)%")
_TAG = lazy(r"\[tag:([^\]]+)\]")
_ONCE = "%100%"  # before a text that would be read as a weight
_FULL = 99.0
_LONGEST_NAME = 40


class _Block(NamedTuple):
    """The lines of one question: where it stands, its text, and what its comments and its category say."""

    place: str
    body: str
    theme: str
    comments: str
    type: str
    """Its type, if we have written it."""
    format: str = "moodle"


class _Choice(NamedTuple):
    sign: str
    raw: str
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
        body = f"####{escape(listed(question))}"
    elif any("->" in text for text in question.answer_texts()):
        writing.leave_out(asked, ARROW)
        return ""
    else:
        body = " ".join(f"={_ONCE if text.startswith('%') else ''}{escape(text)}" for text in question.answer_texts())
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
            type_ = tags[0] if tags and tags[0] in TYPES else ""
            named = "".join(tags[1:2]) if type_ else theme
            yield from _read(_Block(f"{start + first}", body, named, comments, type_))


def _read(block: _Block) -> Iterator[Event]:
    """A question, and before it whatever it has that ours have no place for."""
    event, lost = _draft(block)
    if block.comments.strip(" /") and not block.type:
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
    if _find(tail, "{") >= 0:
        return Rejected(block.place, say(TWO_GAPS), shorten(_text(stem), 60)), []
    named = _FORMAT.match(stem)
    block = block._replace(format=named[1] if named else "moodle")
    question = _text(stem) + (f" … {_text(tail, block.format)}" if tail else "")
    texts = {"question": " ".join(question.split()), "theme": block.theme}
    lost = []
    if title and len(title[1]) <= _LONGEST_NAME and title[1].strip():
        texts["cue"] = _text(title[1])
    elif title and not texts["question"].startswith(_text(title[1]).rstrip("….")):
        lost.append(ITS_NAME)
    at = _find(answers, "####")
    feedback = _text(answers[at + 4 :], block.format) if at >= 0 else ""
    answers = (answers[:at] if at >= 0 else answers).strip()
    if _find(answers.removeprefix("#"), "#") >= 0:
        lost.append(FEEDBACK)
    event, patterns = _answered(block, texts, answers, feedback)
    return event, [*lost, *([PATTERN] if patterns else [])]


def _answered(block: _Block, texts: dict[str, str], answers: str, feedback: str) -> tuple[Draft | Rejected, bool]:
    """The question with its answers, and whether an answer was left out because it is a pattern."""
    place, question = block.place, texts["question"]
    if feedback and answers:
        texts["note"] = feedback
    if not answers:
        texts["answer"] = unlisted(feedback) if block.type else ""
        if not texts["answer"]:
            return Rejected(place, say(ESSAY), question), False
        return Draft(place, texts, several=True, type=block.type), False
    word = _text(answers.partition("#")[0]).upper()
    if word in ("T", "TRUE", "F", "FALSE"):
        texts |= {"question": f"Vrai ou faux : {question}", "answer": "vrai" if word[0] == "T" else "faux"}
        return Draft(place, texts), False
    if answers.startswith("#"):
        return _number(block, texts, answers[1:].strip()), False
    choices = _choices(answers, block.format)
    ticked = not any(choice.sign == "=" for choice in choices)
    typed = all(choice.sign == "=" for choice in choices)
    if typed and any("->" in choice.raw for choice in choices):
        return Rejected(place, say(MATCHING), question), False
    right = [choice for choice in choices if choice.weight >= _FULL]
    points = [choice for choice in choices if choice.weight > 0]
    several = ticked and len(points) > 1 and sum(choice.weight for choice in points) >= _FULL
    right = points if several else right
    patterns = [choice for choice in right if typed and not block.type and _STAR.search(choice.raw)]
    forms = [choice.text for choice in right if choice not in frozenset(patterns)]
    problem = _unfit(choices, forms, patterns)
    if problem is not None:
        return Rejected(place, problem, question), False
    counting = frozenset(right)
    others = [choice.text for choice in choices if choice not in counting]
    texts["note"] = with_choices(texts.get("note", ""), others, forms)
    if several:
        texts["answer"] = join_items((text, ()) for text in forms)
    else:
        texts["answer"], texts["accept"] = forms[0], " | ".join(map(cell, forms[1:]))
    kept = {key: value for key, value in texts.items() if value}
    return Draft(place, kept, several=several, type=block.type), bool(patterns)


def _unfit(choices: Sequence[_Choice], forms: Sequence[str], patterns: Sequence[_Choice]) -> Message | None:
    """Why no question can be made of these answers."""
    if patterns and not forms:
        return say(ANY_TEXT, pattern=patterns[0].text)
    if not forms:
        best = max((choice.weight for choice in choices), default=0)
        return say(NOT_FULL, percent=f"{best:g}") if best > 0 else say(NO_RIGHT)
    return None if all(forms) else say(NO_WORDS)


def _number(block: _Block, texts: dict[str, str], answers: str) -> Draft | Rejected:
    """A number with its tolerance; in the feedback of our own questions it stands with its unit."""
    choices = _choices(answers, block.format)
    right = [choice for choice in choices if choice.weight >= _FULL]
    if not right:
        return Rejected(block.place, say(NO_RIGHT), texts["question"])
    if ".." in right[0].text:
        return Rejected(block.place, say(RANGE, range=right[0].text), texts["question"])
    numbers = [typed_number(choice.text.partition(":")[0]) for choice in right]
    tolerance = right[0].text.partition(":")[2].strip()
    note = texts.get("note", "")
    unit = printed_unit(numbers[0], note) if block.type else ""
    others = [choice.text.removesuffix(":0") for choice in choices if choice not in right]
    texts["note"] = with_choices(noted_number("" if unit else note, tolerance, numbers), others, numbers)
    texts |= {"answer": numbers[0], "unit": unit}
    return Draft(block.place, {key: value for key, value in texts.items() if value}, number=True, type=block.type)


def _choices(answers: str, format_: str) -> list[_Choice]:
    """The answers behind = and ~, with their weights; one alone needs no sign."""
    starts = [at for at in range(len(answers)) if answers[at] in "=~" and not _escaped(answers, at)]
    if not starts:
        text = _without_feedback(answers)
        return [_Choice("=", text, _text(text, format_), 100)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(answers)], strict=True):
        text = answers[start + 1 : end].strip()
        weight = _WEIGHT.match(text)
        value = float(weight[1]) if weight else (100.0 if answers[start] == "=" else 0.0)
        text = _without_feedback(text[weight.end() :] if weight else text)
        found.append(_Choice(answers[start], text, _text(text, format_), value))
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


def _text(source: str, format_: str = "moodle") -> str:
    """A part of a question as plain text; answers are in the format of their question, if they name no other."""
    source = source.strip()
    named = _FORMAT.match(source)
    text = source[named.end() :] if named else source
    text = _UNESCAPED.sub(lambda match: " " if match[1] == "n" else match[1], text)
    return text_of(text)[0] if (named[1] if named else format_) in ("html", "moodle") else " ".join(text.split())


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
