"""Text from YAML to typed values: the only places where a number, a date or an id is recognised.

Each type refuses with a PydanticCustomError whose type is a rule's name, so that the finding needs no translation
table, and carries the JSON Schema that an editor should show.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from pipeline.core.numbers import read_decimal, read_whole
from pipeline.core.pattern import Lazy, lazy

NOT_A_NUMBER = "“{text}” is not a number."
NOT_WHOLE = "“{text}” is not a whole number."
OUT_OF_RANGE = "{text} is outside {low} to {high}."
BAD_ID = "“{text}” cannot be an id."
BAD_DATE = "“{text}” is not a date."
BAD_URL = "“{text}” is not a web address."
BAD_VERSION = "“{text}” is not a version number."
BAD_LANGUAGE = "“{text}” is not a language code."
BAD_SIZE = "“{text}” is not a size."
BAD_COLOR = "“{text}” is not a colour."
BAD_MEASURE = "“{text}” is not a number from {low} to {high}."
TEMPLATES = {
    "cible-not-a-number": NOT_A_NUMBER, "not-a-whole-number": NOT_WHOLE, "out-of-range": OUT_OF_RANGE,
    "bad-id": BAD_ID, "bad-date": BAD_DATE, "bad-url": BAD_URL, "bad-version": BAD_VERSION,
    "bad-language": BAD_LANGUAGE, "bad-size": BAD_SIZE, "bad-color": BAD_COLOR, "bad-measure": BAD_MEASURE,
}  # fmt: skip

# An author may type a number or `oui`/`no` without quotes: it is text all the same.
_TEXT_SCHEMA = {"type": ["string", "number", "boolean"]}
_USUAL = 10
_DATE = lazy(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_URL = lazy(r"https?://[^\s/$.?#][^\s]*")
_VERSION = lazy(r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-[0-9A-Za-z.-]+)?")
_LANGUAGE = lazy(r"[a-z]{2}(?:-[A-Z]{2})?")
_SIZE = lazy(r"a[3-6]|[1-9]\d{1,2}x[1-9]\d{1,2}")
_TRIM = lazy(r"a[3-6]|[1-9]\d{0,2}(?:\.\d{1,3})?x[1-9]\d{0,2}(?:\.\d{1,3})?")
_PIXELS = lazy(r"[1-9]\d{1,4}x[1-9]\d{1,4}")
_INK = lazy(r"(?:100|[1-9]?\d)(?:/(?:100|[1-9]?\d)){3}")
_ID = lazy(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")


class Model(BaseModel):
    """What every content model shares: frozen, and an unknown key is a finding."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, protected_namespaces=())


def _whole(low: int, high: int) -> BeforeValidator:
    usual = {str(number): number for number in range(max(low, 0), min(high, _USUAL) + 1)}

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if value in usual:
            return usual[value]
        number = read_whole(value)
        if number is None:
            raise PydanticCustomError("not-a-whole-number", NOT_WHOLE, {"text": value})
        if not low <= number <= high:
            raise PydanticCustomError("out-of-range", OUT_OF_RANGE, {"text": value, "low": low, "high": high})
        return number

    return BeforeValidator(read)


def whole_number(low: int, high: int) -> Any:
    """A whole number in plain digits between two limits."""
    return Annotated[int, _whole(low, high), WithJsonSchema({"type": "integer", "minimum": low, "maximum": high})]


def measure(low: float, high: float) -> Any:
    """A number between two limits, with a point where it is not whole: millimetres, points, factors."""

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        number = read_decimal(value)
        if number is None or not low <= number <= high:
            raise PydanticCustomError(
                "bad-measure", BAD_MEASURE, {"text": value, "low": f"{low:g}", "high": f"{high:g}"}
            )
        return float(number)

    return Annotated[float, BeforeValidator(read), WithJsonSchema({"type": "number", "minimum": low, "maximum": high})]


def _flag(value: Any) -> Any:
    known = {"yes": True, "true": True, "no": False, "false": False}
    if isinstance(value, str) and value not in known:
        raise PydanticCustomError("literal_error", "yes or no", {"expected": "'yes' or 'no'"})
    return known.get(value, value) if isinstance(value, str) else value


def _decimal(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    number = read_decimal(value)
    if number is None:
        raise PydanticCustomError("cible-not-a-number", NOT_A_NUMBER, {"text": value})
    return number


def _matching(rule: str, pattern: Lazy) -> BeforeValidator:
    def read(value: Any) -> Any:
        if isinstance(value, str) and not pattern.fullmatch(value):
            raise PydanticCustomError(rule, TEMPLATES[rule], {"text": value})
        return value

    return BeforeValidator(read)


def _date(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    match = _DATE.fullmatch(value)
    month, day = (int(match[2] or 1), int(match[3] or 1)) if match else (0, 0)
    if not (1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]):
        raise PydanticCustomError("bad-date", BAD_DATE, {"text": value})
    return value


def _maybe_die(value: Any) -> Any:
    return None if value in ("null", "~", "") else value


Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True), WithJsonSchema(_TEXT_SCHEMA)]
Number = Annotated[
    Decimal,
    BeforeValidator(_decimal),
    WithJsonSchema(
        {
            "type": ["number", "string"],
            "pattern": r"^-?(0|[1-9][0-9]*|[1-9][0-9]{0,2}( [0-9]{3})+)([.,][0-9]+)?$",
            "patternErrorMessage": 'A number in digits, for example 8849, "8 849" or "2,5"',
        }
    ),
]
Id = Annotated[
    str,
    _matching("bad-id", _ID),
    WithJsonSchema(
        {
            "type": ["string", "integer"],
            "pattern": "^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$",
            "patternErrorMessage": "An id has small letters, digits and hyphens, for example k3f9q2",
        }
    ),
]
Date = Annotated[
    str,
    BeforeValidator(_date),
    WithJsonSchema(
        {
            "type": ["string", "integer"],
            "pattern": r"^\d{4}(-\d{2}(-\d{2})?)?$",
            "patternErrorMessage": "A year, a month or a day: 2026, 2026-05 or 2026-05-31",
        }
    ),
]
Url = Annotated[
    str,
    _matching("bad-url", _URL),
    WithJsonSchema({"type": "string", "pattern": "^https?://", "patternErrorMessage": "A web address: https://…"}),
]
Version = Annotated[
    str,
    _matching("bad-version", _VERSION),
    WithJsonSchema({"type": "string", "pattern": r"^\d+\.\d+\.\d+", "patternErrorMessage": "Three numbers: 1.0.0"}),
]
Language = Annotated[
    str,
    _matching("bad-language", _LANGUAGE),
    WithJsonSchema({"type": "string", "pattern": "^[a-z]{2}(-[A-Z]{2})?$", "patternErrorMessage": "Two letters: fr"}),
]
Size = Annotated[
    str,
    _matching("bad-size", _SIZE),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": "^(a[3-6]|[1-9][0-9]{1,2}x[1-9][0-9]{1,2})$",
            "patternErrorMessage": "a3 to a6, or width x height in mm: 70x120",
        }
    ),
]
Ink = Annotated[
    str,
    _matching("bad-color", _INK),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": "^(100|[1-9]?[0-9])(/(100|[1-9]?[0-9])){3}$",
            "patternErrorMessage": "Four percentages, cyan/magenta/yellow/black: 100/70/0/30",
        }
    ),
]
Trim = Annotated[str, _matching("bad-size", _TRIM), WithJsonSchema({"type": "string"})]
Pixels = Annotated[str, _matching("bad-size", _PIXELS), WithJsonSchema({"type": "string"})]
Flag = Annotated[bool, BeforeValidator(_flag), WithJsonSchema({"type": ["boolean", "string"]})]
Die = Annotated[
    int | None,
    _whole(1, 20),
    BeforeValidator(_maybe_die),  # pydantic runs the last validator first
    WithJsonSchema({"type": ["integer", "null"], "minimum": 1, "maximum": 20}),
]
Count = whole_number(1, 1_000_000)
Difficulty = whole_number(1, 5)
Stability = Literal["stable", "slow", "volatile"]
