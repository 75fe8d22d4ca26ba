"""A typed text as a judge hears it: folded words and numbers, in order (docs/judging.md, steps 1 to 5)."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from pipeline.judging.numerals import Number, number_at, ordinal_of, plain, roman
from pipeline.judging.tables import ABBREVIATIONS, ARTICLES, LETTERS, UNITS, singular

# Numbers, then ordinals, words and signs that carry a meaning. Everything else separates words.
_TOKEN = re.compile(
    r"""
    (?P<minus>-[ ]*)?
    (?P<digits>[0-9]{1,3}(?:(?:[ ][0-9]{3})+|(?:'[0-9]{3})+|(?:\.[0-9]{3}){2,})(?![0-9])(?:,[0-9]+)?
      |[0-9]+(?:[.,][0-9]+)?)
  | (?P<word>[^\W\d_]+)
  | (?P<sign>[%€$£°&+\#])
    """,
    re.VERBOSE,
)
_AFTER_WHOLE = re.compile("([0-9])([¼-¾⅐-⅞])")
_AFTER_DIGITS = re.compile(r"(?:ers?|r?es?|eres?|i?emes?|nde?s?|de)(?![^\W\d_])")
_LONGEST_UNIT = max(len(form.split()) for form in UNITS)


class Word(NamedTuple):
    """A word of the text, or a number; `unit` is set on the unit that follows a number."""

    text: str
    number: Number | None = None
    unit: str = ""


def fold(text: str) -> str:
    """Step 1: without accents, case, ligatures or typographic signs."""
    if text.isascii():
        return text.lower().strip()
    text = unicodedata.normalize("NFKD", _AFTER_WHOLE.sub(r"\1 \2", text))
    text = "".join(sign for sign in text if not unicodedata.category(sign).startswith("M")).lower()
    for letter, plainer in LETTERS.items():
        if letter in text:
            text = text.replace(letter, plainer)
    return text.strip()


def tokens(folded: str, *, apart: bool = False) -> list[str]:
    """Step 2: words and numbers; a number is kept as `#` and its digits, an ordinal as `#` and its number.

    `apart`: a dash that stands by itself between a word and a number is a minus, too.
    """
    found: list[str] = []
    at = 0
    while match := _TOKEN.search(folded, at):
        at = match.end()
        digits = match["digits"]
        if digits:
            minus = match["minus"] and _is_minus(match["minus"], folded[: match.start()], apart=apart)
            after = _AFTER_DIGITS.match(folded, at)
            if after and digits.isdigit():
                at = after.end()
            found.append("#" + ("-" if minus else "") + digits)
        elif match["word"]:
            found.append(ABBREVIATIONS.get(match["word"], match["word"]))
        else:
            found.append(ABBREVIATIONS.get(match["sign"], match["sign"]))
    return found


def heard(raw: list[str]) -> tuple[Word, ...]:
    """Steps 3 and 4: words, numbers and units, articles included."""
    found: list[Word] = []
    at = 0
    while at < len(raw):
        read = number_at(raw, at)
        if read is None:
            read = _rank(raw, at)
        if read is None:
            found.append(Word(raw[at].lstrip("#")))
            at += 1
            continue
        number, after = read
        article = raw[at] in ("un", "une") and after == at + 1 and len(raw) > 1
        found.append(Word(raw[at] if article else "#" + plain(number), number))
        at = after
        unit, after = unit_at(raw, at)
        if unit:
            found.append(Word("§" + unit, None, unit))
            at = after
    return tuple(found)


def _is_minus(dash: str, before: str, *, apart: bool) -> bool:
    """Not the hyphen of Apollo-13, nor the dash of 1914 - 1918."""
    last = before.rstrip(" ")[-1:]
    if last in ("", "("):
        return True
    return before.endswith(" ") and last not in "0123456789" and (dash == "-" or apart)


def unit_at(raw: list[str], at: int) -> tuple[str, int]:
    """Step 4: the longest unit that begins here, by its name in the table, and where it ends."""
    for length in range(min(_LONGEST_UNIT, len(raw) - at), 0, -1):
        form = " ".join(singular(word.lstrip("#")) for word in raw[at : at + length])
        if form in UNITS:
            return UNITS[form].name, at + length
    return "", at


def telling(words: tuple[Word, ...]) -> tuple[str, ...]:
    """Step 5: without articles, unless there is nothing else."""
    kept = tuple(word.text for word in words if word.text not in ARTICLES)
    return kept or tuple("#" + plain(word.number) if word.number else word.text for word in words)


def _rank(raw: list[str], at: int) -> tuple[Number, int] | None:
    """Ordinals in words, Roman numbers after a word (Louis XIV) and Roman ordinals before one (XXe siècle)."""
    word = raw[at]
    found = ordinal_of(word)
    if found is None and at > 0 and not raw[at - 1].startswith("#") and word not in ARTICLES:
        found = roman(word)
        if found is None and word in ("ier", "ire"):
            found = 1
    if found is None and at + 1 < len(raw):
        for ending in ("eme", "er", "re", "e"):
            if found is None and word.endswith(ending):
                found = roman(word.removesuffix(ending), letters="ivx")
    return None if found is None else (Number(found, 0), at + 1)
