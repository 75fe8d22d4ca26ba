"""Is a typed answer right? The rules of docs/judging.md, the same as those of judge.mjs; schemas/judging.vectors.json
holds the cases that both must pass."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pipeline.judging.numerals import Number, decimal, times
from pipeline.judging.tables import ARTICLES, CONFUSABLE, DENIALS, FILLERS, LIMITS, UNIT_OF, singular
from pipeline.judging.words import Word, fold, heard, telling, tokens, unit_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Reason = Literal["exact", "same", "typo", "wrong", "empty", "repeated", "ambiguous", "unreadable", "not-judged"]
# 2 1/2. And 384.400, which may be a whole number in groups or a decimal one: who can tell?
_FRACTION = re.compile(r"(?<![0-9/.,])(?:([0-9]{1,9}) )?([1-9][0-9]{0,3})/([1-9][0-9]{0,3})(?![0-9/.,])")
_GROUP_OR_DECIMALS = re.compile(r"(?<![0-9.,'])[1-9][0-9]{0,2}\.[0-9]{3}(?![0-9.,'])")
_RIGHT = ("exact", "same", "typo")


class Verdict(NamedTuple):
    """What a judge says: why, which form of the answer was meant, and which item of a list."""

    right: bool
    reason: Reason
    form: str | None = None
    item: int | None = None


class _Form(NamedTuple):
    """A text made ready for comparison."""

    words: tuple[str, ...]
    key: str
    number: Number | None
    unit: str


def judge(answer: Mapping[str, Any], given: str, said: Sequence[int] = ()) -> Verdict:
    """Judge a typed answer by the `answer` of a question in a pack; `said` are the items of a list already given."""
    kind = answer.get("kind")
    if kind not in ("text", "number", "list"):
        return Verdict(False, "not-judged")
    if not fold(given[: LIMITS["given"]]):
        return Verdict(False, "empty")
    if len(given) > LIMITS["given"]:
        return Verdict(False, "wrong")
    if kind == "number":
        number = read_number(given, answer.get("unit"))
        if number is None:
            return Verdict(False, "unreadable")
        right = number == decimal(written(answer["value"]))
        return Verdict(True, "exact", answer["text"]) if right else Verdict(False, "wrong")
    if kind == "list":
        return _judge_list(answer["items"], given, said)
    reason, form = _best(answer, given)
    return Verdict(reason in _RIGHT, reason, form)


def read_number(given: str, unit: str | None = None) -> Number | None:
    """The one number that a player typed, in the answer's unit; None if there is none, several, or another unit."""
    if len(given) > LIMITS["given"]:
        return None
    folded = fold(given)
    if _GROUP_OR_DECIMALS.search(folded):
        return None
    words = heard(tokens(_FRACTION.sub(_as_decimal, folded), apart=True))
    places = [at for at, word in enumerate(words) if word.number is not None]
    if len(places) > 1:
        places = [at for at in places if words[at].text not in ("un", "une")]
    if len(places) != 1:
        return None
    at = places[0]
    if _says(words[:at], DENIALS["before"]) or _says(words[at + 1 :], DENIALS["after"]):
        return None
    number = words[at].number
    if number is not None and at and words[at - 1].text == "moins":
        number = Number(-number.digits, number.scale)
    return _in_unit(number, words[at + 1 :], unit) if unit and number is not None else number


def written(value: float) -> str:
    """A JSON number in digits, as JavaScript would write it."""
    return str(value) if isinstance(value, int) else repr(value)


def _says(words: tuple[Word, ...], forms: list[str]) -> bool:
    """Whether one of the forms stands among the words."""
    text = f" {' '.join(word.text for word in words)} "
    return any(f" {form} " in text for form in forms)


def _as_decimal(fraction: re.Match[str]) -> str:
    """2 1/2 as 2,5; what is no proper fraction, or has no decimal form, stays as it is."""
    part, by = int(fraction[2]), int(fraction[3])
    found = divided(Number(part, 0), Number(by, 0)) if part < by else None
    return fraction[0] if found is None else f"{fraction[1] or 0},{str(found.digits).rjust(found.scale, '0')}"


def _in_unit(number: Number, after: tuple[Word, ...], unit: str) -> Number | None:
    """The number in the answer's unit: as it is without a unit, converted from another one of the same measure."""
    if not after:
        return number
    wanted = unit_name(unit)
    if after[0].unit and wanted:
        one, other = UNIT_OF[after[0].unit], UNIT_OF[wanted]
        if one.dimension != other.dimension:
            return None
        return number if one == other else divided(times(number, _factor(one.factor)), _factor(other.factor))
    typed = [singular(word.text.removeprefix("§").lstrip("#")) for word in after if word.text not in ARTICLES]
    named = [singular(word.lstrip("#")) for word in tokens(fold(unit)) if word not in ARTICLES]
    return number if typed[: len(named)] == named else None


def unit_name(unit: str) -> str:
    """The unit of the table that an author's unit is, if it is one and nothing more."""
    words = tokens(fold(unit))
    name, end = unit_at(words, 0)
    return name if words and end == len(words) else ""


def _factor(text: str) -> Number:
    return decimal(text) or Number(1, 0)


def divided(number: Number, by: Number) -> Number | None:
    """Exact division, or None: factors are powers of ten, 6 and 36, so that a time may have no decimal form."""
    scaled, extra = number.digits * 10**by.scale, 0
    while scaled % by.digits:
        scaled, extra = scaled * 10, extra + 1
        if extra > LIMITS["digits"]:
            return None
    found = Number(scaled // by.digits, number.scale + extra)
    while found.scale > 0 and found.digits % 10 == 0:
        found = Number(found.digits // 10, found.scale - 1)
    return found


def _judge_list(items: Sequence[Mapping[str, Any]], given: str, said: Sequence[int]) -> Verdict:
    """The item that is meant: exact before same before typo; a typo that could be two items is none."""
    found = [(*_best(item, given), number) for number, item in enumerate(items)]
    for reason in _RIGHT:
        meant = [(form, number) for level, form, number in found if level == reason]
        if not meant:
            continue
        if reason == "typo" and len(meant) > 1:
            return Verdict(False, "ambiguous")
        form, number = next((pair for pair in meant if pair[1] not in said), meant[0])
        if number in said:
            return Verdict(False, "repeated", form, number)
        return Verdict(True, reason, form, number)  # type: ignore[arg-type]
    return Verdict(False, "wrong")


def _best(answer: Mapping[str, Any], given: str) -> tuple[Reason, str | None]:
    """How well a text matches the best form of an answer or item, and which."""
    forms, unlike = (answer["text"], *answer.get("accept", ())), answer.get("unlike", ())
    typed = _form(given)
    spoken = _without_filler(typed)
    found: tuple[Reason, str | None] = ("wrong", None)
    for text in forms:
        if given.strip() == text:
            return "exact", text
        form = _form(text)
        for said in (typed, spoken) if spoken else (typed,):
            reason = _compare(form, said, unlike)
            if reason == "same":
                found = (reason, text) if found[0] != "same" else found
            elif reason == "typo" and found[0] == "wrong":
                found = (reason, text)
    return found


def _compare(form: _Form, typed: _Form, unlike: Sequence[str]) -> Reason:
    if form.key == typed.key:
        return "same"
    if form.number is not None and typed.number is not None:
        return "same" if _same_quantity(form, typed) else "wrong"
    if len(form.words) != len(typed.words):
        return "wrong"
    differing = [(one, other) for one, other in zip(form.words, typed.words, strict=True) if one != other]
    if len(differing) != 1 or differing[0][1] in unlike:
        return "wrong"
    return "typo" if is_typo(*differing[0]) else "wrong"


def _same_quantity(form: _Form, typed: _Form) -> bool:
    if form.number is None or typed.number is None:
        return False
    if not form.unit or not typed.unit:
        return form.number == typed.number and bool(form.unit)
    one, other = UNIT_OF[form.unit], UNIT_OF[typed.unit]
    same = times(form.number, _factor(one.factor)) == times(typed.number, _factor(other.factor))
    return one.dimension == other.dimension and same


def is_typo(one: str, other: str) -> bool:
    """Whether two words differ by a plural, or by one slip in a word that is long enough and not another word."""
    if one[0] in "#§" or other[0] in "#§" or one[0] != other[0]:
        return False
    short, long = sorted((one, other), key=len)
    if f"{min(one, other)} {max(one, other)}" in CONFUSABLE:
        return False
    if len(short) >= LIMITS["plural_from"] and long[:-1] == short and long[-1] in "sx":
        return True
    if len(one) >= LIMITS["typo_from"]:
        return one_slip(one, other)
    return len(one) >= LIMITS["double_from"] and is_doubling(short, long)


def is_doubling(short: str, long: str) -> bool:
    """Whether the longer word only has one of the other's letters twice: Curie, Currie."""
    if len(long) - len(short) != 1:
        return False
    place = next((at for at, letter in enumerate(short) if long[at] != letter), len(short))
    return place > 0 and long[place] == long[place - 1] and long[place + 1 :] == short[place:]


def one_slip(one: str, other: str) -> bool:
    """One letter more, less, other, or two neighbours exchanged."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
    return a[1:] == b if len(a) > len(b) else b[1:] == a


@lru_cache(maxsize=20_000)
def _form(text: str) -> _Form:
    folded = fold(text)
    words = heard(tokens(folded))
    kept = telling(words) or (f"§{folded}",)  # signs without a word: an emoji is only itself
    number, unit = _quantity(words)
    return _Form(kept, "".join(kept), number, unit)


def _quantity(words: tuple[Word, ...]) -> tuple[Number | None, str]:
    """The number and the unit if the text is nothing else."""
    if not words or words[0].number is None or len(words) > 2:
        return None, ""
    if len(words) == 2:
        return (words[0].number, words[1].unit) if words[1].unit else (None, "")
    return words[0].number, ""


def _without_filler(form: _Form) -> _Form | None:
    """The text without "c'est", "je dirais": what a player says before the answer."""
    for filler in FILLERS:
        kept = form.words[len(filler) :]
        if kept and form.words[: len(filler)] == filler:
            return _Form(kept, "".join(kept), None, "")
    return None
