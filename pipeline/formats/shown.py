"""What a number in a workbook looks like in its cell: a date, a time, a percentage, a number with zeros or a unit."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from math import isfinite
from typing import NamedTuple

from pipeline.core.pattern import lazy

_DAY_ONE = datetime(1899, 12, 30)
_DAY_ONE_1904 = datetime(1904, 1, 1)
_FAKE_LEAP_DAY = 60  # Excel believes that there was a 29 February 1900
_LAST_DAY = 2_958_466
_SECONDS = 86_400
_WHOLE = 1e15
# The formats that have a number instead of a code.
_BUILT_IN = {9: "0%", 10: "0.00%", 14: "dd/mm/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
             19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "d/m/yyyy h:mm", 45: "mm:ss", 46: "[h]:mm:ss",
             47: "mm:ss.0"}  # fmt: skip
_LASTING = lazy(r"\[(h+|m+|s+)\]")
_CURRENCY = lazy(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_QUOTED = lazy(r'"([^"]*)"|\\(.)|[_*].')
_BRACKETS = lazy(r"\[[^\]]*\]")
_TAIL = lazy(r'(?:[0#?])((?:\s|"[^"]*"|\\.|_.|[€$£])+)$')
_ZEROS = lazy(r"0{2,}")


class Look(NamedTuple):
    """What the code of a format means for a number."""

    kind: str = ""
    """date, moment, month, year, time, duration, minutes, percent or zeros; empty for a plain number."""
    width: int = 0
    """How many digits are shown at least."""
    unit: str = ""
    """A text that is shown after the number."""


def look_of(number: str, codes: dict[str, str]) -> Look:
    """The look of a format by its number, or by its code where the workbook has one of its own."""
    built_in = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
    code = codes.get(number, _BUILT_IN.get(built_in, "")).partition(";")[0]
    lasting = _LASTING.search(code.lower())
    if lasting:
        return Look("duration" if lasting[1][0] == "h" else "minutes")
    bare = _BRACKETS.sub("", _QUOTED.sub("", code)).lower()
    if "general" not in bare:
        day, month, year, hour = "d" in bare, "m" in bare, "y" in bare, "h" in bare or "s" in bare
        if hour:
            return Look("moment" if year or day else "time" if "h" in bare else "minutes")
        if day or (year and month):
            return Look("date" if day else "month")
        if year or month:
            return Look("year" if year else "date")
    if "%" in bare:
        return Look("percent")
    code = _BRACKETS.sub("", _CURRENCY.sub(r'"\1"', code))
    tail = _TAIL.search(code.replace("General", "0"))
    unit = _QUOTED.sub(lambda match: match[1] or match[2] or " ", tail[1]).strip() if tail else ""
    return Look("zeros" if _ZEROS.fullmatch(bare.strip()) else "", len(bare.strip()), unit)


def shown(value: str, look: Look, *, since_1904: bool) -> str:
    """A number as somebody would type it."""
    try:
        number = float(value)
    except ValueError:
        return value
    if not isfinite(number):
        return value
    if look.kind == "minutes" and number >= 0:
        minutes, seconds = divmod(round(number * _SECONDS), 60)
        return f"{minutes}:{seconds:02}"
    if look.kind in ("time", "duration") and number >= 0:
        return _time(number if look.kind == "duration" else number % 1)
    if look.kind in ("date", "moment", "month", "year"):
        return _date(number, look.kind, since_1904=since_1904)
    if look.kind == "percent":
        return f"{plain(round(number * 100, 10))} %"
    text = plain(number)
    if look.kind == "zeros" and text.isdecimal():
        return text.zfill(look.width)
    return f"{text} {look.unit}" if look.unit else text


def _date(number: float, kind: str, *, since_1904: bool) -> str:
    if not (since_1904 or number >= 1) or not 0 <= number < _LAST_DAY:
        return _time(number) if 0 < number < 1 else plain(number)
    days = number + (not since_1904 and number < _FAKE_LEAP_DAY)
    when = (_DAY_ONE_1904 if since_1904 else _DAY_ONE) + timedelta(seconds=round(days * _SECONDS))
    if kind == "year":
        return str(when.year)
    if kind == "month":
        return when.isoformat()[:7]
    if kind == "date" or not (when.hour or when.minute or when.second):
        return when.date().isoformat()
    return f"{when.date().isoformat()} {_time(when.hour / 24 + when.minute / 1_440 + when.second / _SECONDS)}"


def _time(days: float) -> str:
    seconds = round(days * _SECONDS)
    hours, minutes, rest = seconds // 3_600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02}" + (f":{rest:02}" if rest else "")


def plain(number: float) -> str:
    """The shortest notation without an exponent; a cell knows 15 digits."""
    if number == int(number) and abs(number) < _WHOLE:
        return str(int(number))
    text = format(number, ".15g")
    return format(Decimal(text), "f") if "e" in text else text
