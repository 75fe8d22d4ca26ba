"""What a question says, without how it says it: stems in order, numbers as digits, names marked, answers the same way.

Two questions are compared by their signatures alone. A signature depends on its own text only, so it is the same on
every machine and in every bank.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple
from unicodedata import normalize
from zlib import crc32

from Stemmer import Stemmer

from pipeline.core.folding import bare, question_key, symbols
from pipeline.core.pattern import lazy
from pipeline.duplicates import words

if TYPE_CHECKING:
    from collections.abc import Iterable

AnswerKind = Literal["text", "number", "list", "procedure"]

# A question of 50 KB is compared by its beginning: nothing that can be read aloud is longer.
_MOST_STEMS = 40
_MOST_CHARACTERS = 4_000
_MOST_TOLD = 6
_SYMBOL = "¤"  # before a symbol that is a stem
_MOST_POLITE = 3  # phrases of politeness before the question
_POLITE_TAIL, _LONGEST_START = 60, 16

_TOKEN = lazy(r"[^\W\d_]+(?:\.[^\W\d_]\b)*|\d+(?:[ .\u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?(?:[^\W\d_]{1,4}\b)?|\d+")
_ASCII_TOKEN = lazy(r"[A-Za-z]+(?:\.[A-Za-z]\b)*|\d+(?:[ .]\d{3})+(?!\d)|\d+(?:[.,]\d+)?(?:[A-Za-z]{1,4}\b)?|\d+")
_QUOTED = lazy(
    r"[«“\"]\s*([^»”\"]{2,80}?)\s*[»”\"]"
    r"|(?:(?<=\s)|^)'([^']{2,80}(?:'[a-z][^']*)?)'(?=[\s,?.!:;)]|$)"
    r"|\*([^*]{2,80})\*"
)
_POLITE = lazy(words.POLITENESS, re.IGNORECASE)
_POLITE_END = lazy(words.POLITE_END, re.IGNORECASE)
_TRUE_OR_FALSE = lazy(words.TRUE_OR_FALSE, re.IGNORECASE)
_ROMAN = lazy(
    r"(?=[IVXLCDM]{2,}(?:e|eme|er)?$)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?:e|eme|er)?"
)
_SHORT_ROMAN = {
    "Ier": "1e",
    "Ire": "1e",
    "Iere": "1e",
    "Ve": "5e",
    "Veme": "5e",
    "Xe": "10e",
    "Xeme": "10e",
    "V": "5",
    "X": "10",
}
_GROUPED = lazy(r"\d{1,3}(?:[. \u00a0\u202f]\d{3})+")
_DIGITS = lazy(r"(\d+(?:[.,]\d+)?)(\D*)")
_ENDINGS = frozenset("e er ere re eme ieme iem nd nde rd th st".split())
_THOUSANDS = frozenset("mille million millions milliard milliards thousand billion".split())
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}

_stem_word = Stemmer("french", 50_000).stemWord


class Signature(NamedTuple):
    """A question as the judge sees it."""

    stems: tuple[str, ...]
    """Telling words of the question, stemmed, each once, in order; numbers as `#7`, ordinals as `#7e`, symbols `¤+`."""
    names: frozenset[str]
    """Stems that stand capitalised or quoted."""
    focus: str
    negated: bool
    true_or_false: bool
    kind: AnswerKind
    answers: frozenset[str]
    """Stems of everything that counts as right."""
    keys: tuple[str, ...]
    """Each right answer as its sorted stems: for a list its items, otherwise variants of one answer."""
    told: tuple[str, ...]
    """Each of them as another question would tell it: people by their surname, everything else as in `keys`."""


class _Word(NamedTuple):
    """A word as it is known without its neighbours; most words of a bank come again and again."""

    text: str
    stem: str
    """Empty for a word that tells nothing; `#7` for numbers."""
    anyway: str
    """The stem even so: for a name or a quotation."""
    capital: bool
    cardinal: bool


def sign(question: str, answers: Iterable[str] = (), kind: AnswerKind = "text") -> Signature:
    """The signature of a question. A list item and its variants are one answer, a line each."""
    text = _plain(question[:_MOST_CHARACTERS])
    true_or_false = _TRUE_OR_FALSE.match(text)
    if true_or_false:
        text = text[true_or_false.end() :]
    for _ in range(_MOST_POLITE):
        if not text[:_LONGEST_START].lstrip().lower().startswith(words.POLITE_FIRST):
            break
        polite = _POLITE.match(text)
        if polite is None or polite.end() == len(text):
            break
        text = text[polite.end() :]
    if text[-_POLITE_TAIL:].rstrip(" ?.!…)").lower().endswith(words.POLITE_LAST):
        text = text[:-_POLITE_TAIL] + _POLITE_END.sub("", text[-_POLITE_TAIL:])
    read = _read(text)
    quoted = _quoted(text) if "'" in text or "«" in text or "*" in text or '"' in text or "“" in text else frozenset()
    shouted = text.isupper()
    stems: dict[str, None] = {}
    names = set()
    before = ""
    for word, stemmed, anyway, capital, _ in read:
        if (capital and before and not shouted and word not in words.NO_NAMES) or word in quoted:
            if anyway:
                stems[anyway] = None
                names.add(anyway)
        elif stemmed:
            stems[stemmed] = None
        elif word in words.THINGS and before in ("l", "d"):
            stems[anyway] = None
        before = word
    stems.update(dict.fromkeys([_SYMBOL + symbol for symbol in symbols(question[:_MOST_CHARACTERS])]))
    if kind == "procedure":
        told = _rules()
        stems = dict.fromkeys([stem for stem in [told.get(stem, stem) for stem in stems] if stem])
    words_said = {word[0] for word in read}
    heard = [_answer(answer) for answer in answers]
    keys = tuple(dict.fromkeys([key for key, _ in heard]))
    found = frozenset(part for key in keys for part in key.split(" ") if part)
    return Signature(
        tuple(stems)[:_MOST_STEMS],
        frozenset(name for name in names if name[0] != "#"),
        _focus(read, words_said, where="où" in question or "Où" in question),
        _is_negated(words_said),
        true_or_false is not None,
        kind,
        found if len(found) <= _MOST_STEMS else frozenset(sorted(found, key=_spread)[:_MOST_STEMS]),
        keys,
        () if kind in ("list", "procedure") else tuple(dict.fromkeys([told for _, told in heard if told]))[:_MOST_TOLD],
    )


def stem(word: str) -> str:
    """The stem of a folded word; short words are their own."""
    word = word.replace(".", "")
    return str(_stem_word(word)) if len(word) > 3 else word


@lru_cache(maxsize=1)
def _forms() -> dict[str, str]:
    """Forms of the words that have an opposite: the stemmer keeps "petit" and "petites" apart, readers do not."""
    known = [word for group in words.opposite_groups() for forms in group for word in forms if len(word) > 3]
    forms = {word + ending: word for word in known for ending in ("s", "e", "es")}
    return {form: word for form, word in forms.items() if form not in known}


@lru_cache(maxsize=1)
def _rules() -> dict[str, str]:
    """The words of rules of a game by the one that stands for them."""
    rows = [[term(word) for word in row.split()] for row in words.GAME_WORDS.strip().split("\n")]
    return {word: row[0] for row in rows for word in row} | {term(word): "" for word in words.GAME_EMPTY.split()}


def term(word: str) -> str:
    """The stem by which a word of a table is known in signatures: numbers and ordinals are theirs."""
    ordinal = words.ORDINALS.get(word)
    return f"#{ordinal}e" if ordinal else stem(word)


def written(question: str, stems: set[str]) -> tuple[str, ...]:
    """The words of a question that have one of the stems, as they are written, each once."""
    found: dict[str, None] = {}
    for word in question.split():
        plain = word.strip(".,;:!?…«»\"“”()*'’")
        own = {read.stem or read.anyway for read in _read(_plain(plain))}
        if not own.isdisjoint(stems):
            found[plain] = None
    return tuple(found)


def asked(question: str) -> str:
    """Two questions with the same key are the same after folding: case, accents, punctuation, articles."""
    return question_key(question)


@lru_cache(maxsize=100_000)
def _answer(text: str) -> tuple[str, str]:
    """An answer as its sorted stems, and as it is told elsewhere."""
    read = _read(_plain(text[:_MOST_CHARACTERS]))
    found = {word.stem for word in read if word.stem}
    if found and len(read[-1].text) == 1 and read[-1].capital:
        found.add(read[-1].text)  # vitamin C is not vitamin D
    found = found or {word.anyway or word.text for word in read}
    key = " ".join(sorted(found))
    return key, _surname(read) or key


def _surname(read: list[_Word]) -> str:
    """The last name of somebody who is called by more than one: "Léonard de Vinci" is told as Vinci."""
    names = [word for word in read if word.text not in words.PARTICLES]
    if not 2 <= len(names) <= 4 or not all(word.capital and word.stem for word in names):
        return ""
    return names[-1].stem if len(names[-1].text) > 3 else ""


def _plain(text: str) -> str:
    """Without accents, ligatures, raised or lowered letters: "XIXᵉ" is XIXe, "H₂O" is H2O."""
    folded = bare(text)
    return folded if folded.isascii() else normalize("NFKC", folded)


def _spread(text: str) -> tuple[int, str]:
    """An order without meaning: a long list is known by some stems, and two lists must choose the same ones."""
    return crc32(text.encode("utf-8", "surrogatepass")), text


def _read(text: str) -> list[_Word]:
    """The words of a text, number words joined to digits."""
    found = list(map(_word, (_ASCII_TOKEN if text.isascii() else _TOKEN).findall(text)))
    for word in found:
        if word.cardinal:
            return _join_numbers(found)
    return found


@lru_cache(maxsize=200_000)
def _word(token: str) -> _Word:
    word = token.lower()
    capital = token[0].isupper()
    if token[0].isdecimal():
        number = _number(word)
        return _Word(word, number, number, False, False)
    if token[0] in "IVXLCDM" and len(token) > 1 and _ROMAN.fullmatch(token):
        number = "#" + _roman(token)
        return _Word(number[1:], number, number, False, False)
    if token in _SHORT_ROMAN:
        number = _SHORT_ROMAN[token]
        return _Word(number, f"#{number}", f"#{number}", False, False)
    ordinal = words.ORDINALS.get(word)
    if ordinal is not None:
        return _Word(word, f"#{ordinal}e", f"#{ordinal}e", False, False)
    stemmed = stem(_forms().get(word, word))
    empty = word in words.STOP or (len(word) == 1 and not capital)
    anyway = "" if word in words.ARTICLES or (len(word) == 1 and not capital) else stemmed
    return _Word(word, "" if empty else stemmed, anyway, capital, word in words.CARDINALS)


def _quoted(text: str) -> frozenset[str]:
    """The words that stand in quotation marks or between stars, empty ones only if there is nothing else: « Elle »."""
    found: set[str] = set()
    for match in _QUOTED.finditer(text):
        inside = {word.text for word in map(_word, _TOKEN.findall(match[1] or match[2] or match[3]))}
        found |= (inside - words.STOP) or inside
    return frozenset(found)


def _focus(read: list[_Word], said: set[str], *, where: bool) -> str:
    """The word that asks, with what turns it round: "who", "who pour"."""
    asking = ""
    for word in read:
        focus = words.FOCUS.get(word[0])
        if focus is not None and (focus != "where" or where or word[0] == "where"):
            asking = focus
            break
    if said.isdisjoint(words.TURNING):
        return asking
    return " ".join((asking, *sorted(said & words.TURNING)))


def _is_negated(said: set[str]) -> bool:
    """ "ne … pas", "not": both halves, because "né" without its accent is "ne" and a footstep is "un pas"."""
    return not said.isdisjoint(words.NOT) or not (said.isdisjoint(words.NE) or said.isdisjoint(words.NOT_AFTER_NE))


def _roman(token: str) -> str:
    numeral = token.rstrip("emr")
    total = 0
    for value, following in zip(numeral, [*numeral[1:], ""], strict=True):
        worth = _ROMAN_VALUES[value]
        total += -worth if following and _ROMAN_VALUES[following] > worth else worth
    return f"{total}e" if len(numeral) < len(token) else str(total)


def _number(word: str) -> str:
    """A number in digits as a stem: no spaces, a point for the comma, `e` for ordinals."""
    if _GROUPED.fullmatch(word):
        return "#" + "".join(char for char in word if char.isdigit())
    match = _DIGITS.match(word)
    if match is None:
        return f"#{word}"
    digits = match[1].replace(",", ".")
    if match[2] in _ENDINGS:
        return f"#{digits}e"
    return f"#{digits}{match[2]}"


def _join_numbers(read: list[_Word]) -> list[_Word]:
    """Number words become digits: "vingt et un" -> 21, "3 millions" -> 3000000."""
    out: list[_Word] = []
    at = 0
    while at < len(read):
        word = read[at].text
        if word not in words.CARDINALS:
            following = read[at + 1].text if at + 1 < len(read) else ""
            if following in _THOUSANDS and word.replace(",", "").replace(".", "").isdecimal() and len(word) < 8:
                value = float(word.replace(",", ".")) * words.CARDINALS[following]
                out.append(_word(str(int(value))))
                at += 2
                continue
            out.append(read[at])
            at += 1
            continue
        number, end = _spelt_number(read, at)
        out.append(_word(number))
        at = end
    return out


def _spelt_number(read: list[_Word], at: int) -> tuple[str, int]:
    """The number that begins at a word, in digits, and the place after it: "dix-neuvième" -> "19e"."""
    total, current, end = 0, 0, at
    while end < len(read):
        part = read[end].text
        value = words.CARDINALS.get(part, -1)
        if value < 0:
            following = read[end + 1].text if end + 1 < len(read) else ""
            tens = 20 <= current % 100 <= 80 and current % 10 == 0
            if part == "et" and (
                (tens and following in ("un", "une", "onze", "unieme", "onzieme"))
                or (total and not current and following in ("un", "une"))
            ):
                end += 1
                continue
            last = _last_ordinal(part, current) if end > at else 0
            if last:
                return f"{total + current + last}e", end + 1
            if part not in ("un", "une") or end == at or not (tens or (current + total and current % 100 == 0)):
                break
            value = 1
        if value >= 1000:
            total, current = total + (current or 1) * value, 0
        elif value == 100:
            current = (current or 1) * 100
        elif value == 20 and current % 100 == 4:
            current += 76  # quatre-vingts
        else:
            current += value
        end += 1
    return str(total + current), end


def _last_ordinal(word: str, current: int) -> int:
    """What an ordinal adds to the number before it; 0 if it is a number of its own: "deux cinquièmes"."""
    value = words.ORDINALS.get(word, 0)
    if not value or not word.endswith("ieme"):
        return 0
    if value == 20 and current % 100 == 4:
        return 76
    if value >= 100:
        return 0
    tens = current % 100
    if tens == 0:
        return value if current else 0
    fits = tens % 10 == 0 if value < 10 else tens in (60, 80) and value <= 16
    return value if fits else 0
