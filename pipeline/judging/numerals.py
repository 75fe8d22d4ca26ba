"""Numbers as players type them: digits, French words, ordinals, Roman numerals; exact, never floating (step 3)."""

from __future__ import annotations

from typing import NamedTuple

from pipeline.judging.tables import LIMITS, NUMBERS, ORDINALS

_TENS = frozenset({20, 30, 40, 50, 60, 70, 80, 90})
_BIG = {"mille": 3, "mil": 3, "million": 6, "milliard": 9, "billion": 12}
_THOUSAND = 3
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}


class Number(NamedTuple):
    """An exact decimal: `digits` times ten to the power of minus `scale`."""

    digits: int
    scale: int


def decimal(text: str) -> Number | None:
    """The number of a text in digits: 8849, 8 849, 8849,5, 8.5, 1.234.567, 1'234 or 1e+21."""
    mantissa, _, exponent = text.lower().partition("e")
    sign, mantissa = (-1, mantissa[1:]) if mantissa.startswith("-") else (1, mantissa)
    bare = mantissa.replace(" ", "").replace("'", "")
    bare = bare.replace(".", "") if bare.count(".") > 1 else bare.replace(",", ".")
    whole, _, part = bare.partition(".")
    if not (whole + part).isdigit() or len(whole + part) > LIMITS["digits"]:
        return None
    power = int(exponent) if exponent.lstrip("+-").isdigit() and len(exponent) < 5 else 0
    number = Number(sign * int(whole + part), len(part) - power)
    return trimmed(number if number.scale >= 0 else Number(number.digits * 10**-number.scale, 0))


def trimmed(number: Number) -> Number:
    """The same number with the smallest scale."""
    digits, scale = number
    while scale > 0 and digits % 10 == 0:
        digits, scale = digits // 10, scale - 1
    return Number(digits, scale)


def times(one: Number, other: Number) -> Number:
    return trimmed(Number(one.digits * other.digits, one.scale + other.scale))


def plus(one: Number, other: Number) -> Number:
    scale = max(one.scale, other.scale)
    return trimmed(Number(one.digits * 10 ** (scale - one.scale) + other.digits * 10 ** (scale - other.scale), scale))


def distance(one: Number, other: Number) -> Number:
    difference = plus(one, Number(-other.digits, other.scale))
    return Number(abs(difference.digits), difference.scale)


def plain(number: Number) -> str:
    """In digits, with a point and without useless zeros."""
    sign, text = ("-" if number.digits < 0 else ""), str(abs(number.digits))
    if number.scale <= 0:
        return sign + text
    text = text.rjust(number.scale + 1, "0")
    return f"{sign}{text[: -number.scale]}.{text[-number.scale :]}"


def ordinal_of(word: str) -> int | None:
    """premier, deuxième, vingt-troisième's last word."""
    return ORDINALS.get(word, ORDINALS.get(word[:-1]) if word.endswith("s") else None)


def roman(word: str, letters: str = "ivxl") -> int | None:
    """A Roman number from 1 to 89, written as it should be."""
    if not 0 < len(word) <= 7 or any(letter not in letters for letter in word):
        return None
    values = [_ROMAN[letter] for letter in word]
    total = sum(
        -value if value < following else value for value, following in zip(values, [*values[1:], 0], strict=True)
    )
    return total if total > 0 and _spelt_roman(total) == word else None


def number_at(words: list[str], at: int) -> tuple[Number, int] | None:
    """The longest number that begins at a word, and where it ends."""
    reading = _Reading()
    start = at
    while at < len(words):
        word, after = words[at], words[at + 1] if at + 1 < len(words) else ""
        if word == "et" and at > start:
            if after in ("demi", "demie"):
                return plus(reading.sum(), Number(5, 1)), at + 2
            if not reading.links(after):
                break
        elif word == "virgule" and reading.current is not None:
            return _with_decimals(words, at, reading.sum())
        elif not reading.take(word):
            break
        at += 1
        if reading.ended:
            break
    if words[at - 1 : at] == ["et"]:
        at -= 1
    return (reading.sum(), at) if at > start else None


class _Reading:
    """A number while its words are read: what a mille or million has closed, and what is still open."""

    def __init__(self) -> None:
        self.total = Number(0, 0)
        self.current: Number | None = None
        self.ended = False
        self._last_power = 99
        self._spelt = True

    def sum(self) -> Number:
        return plus(self.total, self.current or Number(0, 0))

    def links(self, after: str) -> bool:
        """Whether an `et` may stand here: vingt et un, soixante et onze."""
        fits = after in ("un", "une", "onze", "unieme") and self._spelt
        return fits and self.current is not None and self.current.digits % 100 in _TENS

    def take(self, word: str) -> bool:
        """Read one word more, if it continues the number."""
        power = _power(word)
        if word.startswith("#"):
            joined = decimal(word[1:]) if self.current is None else None
            self._spelt = self._spelt and joined is None
        elif power is not None:
            return self._close(power)
        elif not self._spelt:
            joined = None
        elif word in ("cent", "cents"):
            joined = _hundreds(self.current)
        else:
            joined, self.ended = _small(word, self.current)
        if joined is None:
            return False
        self.current = joined
        return True

    def _close(self, power: int) -> bool:
        if power >= self._last_power or (self.current is None and power != _THOUSAND):
            return False
        self.total = plus(self.total, times(self.current or Number(1, 0), Number(10**power, 0)))
        self.current, self._last_power, self._spelt = None, power, True
        return True


def _small(word: str, current: Number | None) -> tuple[Number | None, bool]:
    """`current` with a number word added, and whether the number ends here, because it is an ordinal."""
    value = NUMBERS.get(word)
    if value is None and word.endswith("s"):
        value = NUMBERS.get(word[:-1])
    ordinal = value is None
    if ordinal:
        if current is None:
            return None, False
        value = 1 if word == "unieme" else ordinal_of(word) if "ieme" in word else None
    if value is None or (current is not None and current.scale):
        return None, False
    if current is None:
        return Number(value, 0), ordinal
    rest = current.digits % 100
    if value == 20 and rest == 4:
        return Number(current.digits + 76, 0), ordinal
    fits = (
        (rest in _TENS and value < (20 if rest in (60, 80) else 10))
        or (rest == 10 and value in (7, 8, 9))
        or (rest == 0 and current.digits >= 100)
    )
    return (Number(current.digits + value, 0), ordinal) if fits and value > 0 else (None, False)


def _hundreds(current: Number | None) -> Number | None:
    if current is None:
        return Number(100, 0)
    return Number(current.digits * 100, 0) if not current.scale and 1 < current.digits < 100 else None


def _power(word: str) -> int | None:
    return _BIG.get(word, _BIG.get(word[:-1]) if word.endswith("s") else None)


def _with_decimals(words: list[str], at: int, whole: Number) -> tuple[Number, int]:
    """`trois virgule zéro cinq`: zeros, then a number."""
    zeros, after = 0, at + 1
    while after < len(words) and words[after] == "zero":
        zeros, after = zeros + 1, after + 1
    read = number_at(words, after) if after < len(words) else None
    if read is None or read[0].scale or read[0].digits < 0 or zeros + len(str(read[0].digits)) > LIMITS["digits"]:
        return whole, at
    return plus(whole, Number(read[0].digits, zeros + len(str(read[0].digits)))), read[1]


def _spelt_roman(number: int) -> str:
    spelt = ""
    for value, letters in ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while number >= value:
            spelt += letters
            number -= value
    return spelt
