"""Wrong choices for programs that only know multiple choice: computed for numbers, else drawn from other answers."""

from __future__ import annotations

import decimal
from decimal import Decimal
from hashlib import blake2b
from typing import TYPE_CHECKING

from pipeline.core.folding import answer_key
from pipeline.core.numbers import plain as plain_number
from pipeline.formats.base import NO_ANSWER, NO_QUESTION, Asked
from pipeline.formats.html import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pipeline.formats.base import Item, Writing
    from pipeline.types.base import Question

NO_CHOICES = "it has no wrong choices (--draw-choices takes answers of other questions; have somebody read them)"
TOO_FEW = "there are not enough other answers to draw wrong choices from"
DRAWN = "its wrong choices are drawn from other questions: have somebody read them"
COMPUTED = "its wrong choices are numbers near the right one, made up by livret"
A_LIST = "a list of answers cannot be chosen from"

WRONG = 3
_STEPS = tuple(map(Decimal, ("0.9", "1.1", "0.8", "1.2", "0.75", "1.25", "0.5", "1.5", "2")))


def with_choices(items: Iterable[Item], writing: Writing) -> list[tuple[Asked, list[str]]]:
    """The questions that can be multiple choice, each with its choices; the right one is the first."""
    asked = []
    for item in items:
        if not isinstance(item, Asked):
            writing.leave_out(item, NO_QUESTION)
        elif item.question.answer_kind == "procedure":
            writing.leave_out(item, NO_ANSWER, type=item.question.type)
        elif item.question.answer_kind == "list":
            writing.leave_out(item, A_LIST)
        elif item.question.answer_kind == "text" and not writing.draw_choices:
            writing.leave_out(item, NO_CHOICES)
        else:
            asked.append(item)
    pool = [one for one in asked if one.question.answer_kind == "text"]
    found = []
    for one in asked:
        number = one.question.answer_kind == "number"
        wrong = near_numbers(one.question) if number else _drawn(one, pool)
        if len(wrong) < WRONG:
            writing.leave_out(one, TOO_FEW)
            continue
        writing.simplify(one, COMPUTED if number else DRAWN)
        found.append((one, [plain(one.question.printed_answer()), *wrong]))
    return found


def shuffled(choices: Sequence[str], seed: str) -> list[str]:
    """The choices in an order that looks random and is always the same for the same question."""
    return sorted(choices, key=lambda choice: _digest(f"{seed}\0{choice}"))


def near_numbers(question: Question) -> list[str]:
    """Wrong numbers of the same size and as round as the right one: years stay near, small counts go up and down."""
    value: Decimal = question.answer  # type: ignore[attr-defined]
    unit = getattr(question, "unit", None)
    exponent = value.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) and exponent < 0 else _zeros(value))
    is_year = value == value.to_integral_value() and 1000 <= value <= 2100 and not unit
    if is_year:
        near = [value + offset for offset in (-8, 11, -21, 5, -3, 17)]
    elif abs(value) < 10 * step:
        near = [value + step * offset for offset in (1, -1, 2, -2, 3, 4)]
    else:
        near = [(value * factor / step).quantize(Decimal(1), decimal.ROUND_HALF_UP) * step for factor in _STEPS]
    fitting = [number for number in dict.fromkeys(near) if number != value and (number > 0) == (value > 0)]
    start = _digest(question.question)[0] % 2
    chosen = fitting[start : start + WRONG] if len(fitting) > WRONG else fitting[:WRONG]
    return [_shown(number, unit) for number in chosen]


def _zeros(value: Decimal) -> int:
    """How many zeros end a whole number: 150 000 is as round as its neighbours should be."""
    digits = plain_number(abs(value))
    zeros = len(digits) - len(digits.rstrip("0"))
    return min(zeros, max(0, len(digits) - 2)) if value else 0


def _shown(number: Decimal, unit: str | None) -> str:
    text = plain_number(number).replace(".", ",")
    return f"{text} {unit}" if unit else text


def _drawn(asked: Asked, pool: Sequence[Asked]) -> list[str]:
    """Answers of other questions: of the same theme where there are enough, of about the same length."""
    right = {answer_key(text) for text in asked.question.answer_texts()}
    length = len(asked.question.printed_answer())
    found: dict[str, tuple[int, bytes, str]] = {}
    for other in pool:
        text = plain(other.question.printed_answer())
        key = answer_key(text)
        if other is not asked and key not in right and key not in found and not _told(text, asked.question.question):
            distance = (other.question.theme != asked.question.theme) * 100 + abs(len(text) - length)
            found[key] = (distance, _digest(f"{asked.id}\0{text}"), text)
    return [text for _, _, text in sorted(found.values())[:WRONG]]


def _told(text: str, question: str) -> bool:
    return answer_key(text) in answer_key(question)


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
