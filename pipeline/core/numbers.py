"""Numbers as authors write them: plain and French notation to Decimal, and number words up to 999."""

from __future__ import annotations

from decimal import Decimal

from pipeline.core.pattern import lazy

# 8849 · -40 · 3.14 · 8849,5 · 8 849 · 12 345 678,9 — never nan, 1_000, 1e5, +3, 010 or words.
_NUMBER = lazy(r"-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3})+)(?:[.,]\d+)?")
_WHOLE = lazy(r"-?(?:0|[1-9]\d*)")
_DIGITS_LIMIT = 30
_GROUP_SPACES = str.maketrans({" ": None, "\u00a0": None, "\u202f": None, ",": "."})

_UNITS = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept"
    " dix-huit dix-neuf"
).split()
_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre-vingt"}


def read_decimal(text: str) -> Decimal | None:
    """The number that `text` is, or None. `8 849` and `8849,5` are French notation of 8849 and 8849.5."""
    if len(text) > _DIGITS_LIMIT or not _NUMBER.fullmatch(text):
        return None
    return Decimal(text.translate(_GROUP_SPACES))


def read_whole(text: str) -> int | None:
    """The whole number that `text` is, written in plain digits, or None."""
    if len(text) > _DIGITS_LIMIT or not _WHOLE.fullmatch(text):
        return None
    return int(text)


def plain(value: Decimal) -> str:
    """The shortest plain notation: no exponent, no trailing zeros."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def significant_digits(value: Decimal) -> int:
    """Digits that a player must know: 8849 has 4, 150000000 has 2, 0.05 has 1."""
    return len(plain(value).lstrip("-").replace(".", "").lstrip("0").rstrip("0")) if value else 1


def _spell(number: int) -> str:
    if number < 20:
        return _UNITS[number]
    if number < 100:
        tens = number - number % (20 if number >= 60 else 10)
        rest = number - tens
        if not rest:
            return _TENS[tens] + ("s" if tens == 80 else "")
        link = "-et-" if rest in (1, 11) and tens != 80 else "-"
        return _TENS[tens] + link + _UNITS[rest]
    hundreds, rest = divmod(number, 100)
    head = "cent" if hundreds == 1 else f"{_UNITS[hundreds]}-cent"
    return head + ("-" + _spell(rest) if rest else "s" if hundreds > 1 else "")


def _word_table() -> dict[str, int]:
    table = {_spell(n): n for n in range(1000)}
    table |= {"une": 1, "mille": 1000, "septante": 70, "huitante": 80, "nonante": 90}
    return table


# Folded (no accents, hyphens as written) number words: "vingt-et-un" -> 21.
NUMBER_WORDS: dict[str, int] = {word.replace("é", "e"): n for word, n in _word_table().items()}
