"""Balance for people: completeness, tables with bars, what leans; or as JSON for a script."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pipeline.core.finding import say, shorten
from pipeline.reporters.text import columns, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.core.balance import Balance, Uneven
    from pipeline.core.catalogue import Translate

ALL_PRODUCTS = "all products"
COMPLETENESS = "Complete"
COUNTED = "{entry}s"
COUNTED_ONE = "{entry}"
BY_TYPE = "Types"
BY_THEME = "Themes"
BY_DIFFICULTY = "Difficulty"
NOT_SAID_YET = "not given"
LENGTH = "Average question: {count} characters."
PERISHABLE = "Perishable facts: {share} % (slow {slow}, volatile {volatile})."
FREQUENT = "Most frequent answers: {answers}."
EVEN = "Themes and difficulty are mixed on every page or card."
UNEVEN = "Uneven pages or cards: {count}"
LEANS_THEME = "{group} {number}: {count} of {total} questions on “{value}”"
LEANS_LEVEL = "{group} {number}: all questions of difficulty {value}"
LEANS_MEAN = "{group} {number}: average difficulty {value}"
LEANS_MORE = "… and {count} more."
NO_PRODUCTS = "Nothing to weigh: no products."

_MOST_UNEVEN = 10
_NAME, _NUMBERS = 24, 14
_BOLD, _BAR, _WARN, _END = "\x1b[1m", "\x1b[36m", "\x1b[33m", "\x1b[0m"


def as_json(balances: Sequence[Balance]) -> str:
    """One object with a list of products; lists of pairs become objects."""
    return json.dumps({"products": [_data(one) for one in balances]}, ensure_ascii=False, indent=1) + "\n"


def _data(balance: Balance) -> dict[str, Any]:
    found = balance._asdict()
    for name in ("types", "themes", "difficulty", "perishable"):
        found[name] = dict(found[name])
    found["complete"] = {fill.what: {"count": fill.there, "wanted": fill.wanted} for fill in found.pop("fill")}
    found["answers"] = [{"answer": answer, "count": count} for answer, count in balance.answers]
    found["uneven"] = [one._asdict() for one in balance.uneven]
    return found


def as_text(balances: Sequence[Balance], translate: Translate, *, color: bool, width: int) -> str:
    """A block for each product."""
    if not balances:
        return translate(say(NO_PRODUCTS)) + "\n"
    return "\n".join("".join(f"{line}\n" for line in _block(one, translate, color, width)) for one in balances)


def _block(balance: Balance, translate: Translate, color: bool, width: int) -> Iterator[str]:
    name = f"{balance.game}/{balance.product}" if balance.product else balance.game
    what = balance.kind or translate(say(ALL_PRODUCTS))
    yield _paint(name, _BOLD, color) + f"  {visible(balance.title)} ({what})"
    if balance.fill:
        yield f"  {translate(say(COMPLETENESS))}"
        for fill in balance.fill:
            label = translate(say(COUNTED_ONE if fill.wanted == 1 else COUNTED, entry=fill.what))
            wanted = fill.wanted or fill.there
            yield _row(label, fill.there, wanted, wanted, width, color, f"{fill.there}/{wanted}")
    if not balance.questions:
        return
    for title, tally in (
        (BY_TYPE, balance.types),
        (BY_THEME, balance.themes),
        (BY_DIFFICULTY, balance.difficulty),
    ):
        most = max((count for _, count in tally), default=0)
        yield f"  {translate(say(title))}"
        for value, count in tally:
            label = value or translate(say(NOT_SAID_YET))
            share = f"{count:>5} {100 * count / balance.questions:>4.0f} %"
            yield _row(label, count, most, balance.questions, width, color, share)
    yield from ("  " + line for line in _remarks(balance, translate, color))


def _remarks(balance: Balance, translate: Translate, color: bool) -> Iterator[str]:
    yield translate(say(LENGTH, count=round(balance.length)))
    changing = dict(balance.perishable)
    share = f"{100 * sum(changing.values()) / balance.questions:.0f}"
    yield translate(say(PERISHABLE, share=share, slow=changing["slow"], volatile=changing["volatile"]))
    if balance.answers:
        answers = ", ".join(f"{visible(shorten(answer, 24))} ({count})" for answer, count in balance.answers[:3])
        yield translate(say(FREQUENT, answers=shorten(answers, 44)))
    if not balance.product:
        return
    if not balance.uneven:
        yield translate(say(EVEN))
        return
    yield _paint(translate(say(UNEVEN, count=len(balance.uneven))), _WARN, color)
    for one in balance.uneven[:_MOST_UNEVEN]:
        yield "  " + translate(_leaning(one))
    if len(balance.uneven) > _MOST_UNEVEN:
        yield "  " + translate(say(LEANS_MORE, count=len(balance.uneven) - _MOST_UNEVEN))


def _leaning(one: Uneven) -> Any:
    number = one.id or one.number
    if one.field == "theme":
        value = visible(shorten(one.value, 24))
        return say(LEANS_THEME, group=one.group, number=number, count=one.times, total=one.total, value=value)
    return say(LEANS_LEVEL if one.times else LEANS_MEAN, group=one.group, number=number, value=one.value)


def _row(label: str, count: int, most: int, total: int, width: int, color: bool, numbers: str) -> str:
    """A label, a number and a bar; never wider than the terminal."""
    name = visible(shorten(label, _NAME))
    room = max(8, min(width, 80) - 4 - _NAME - 1 - _NUMBERS - 1)
    length = min(room, round(room * count / most)) if most else 0
    bar = "█" * length or ("▏" if count else "")
    plain = f"    {name}{' ' * max(1, _NAME + 1 - columns(name))}{numbers:>{_NUMBERS}} "
    return plain + _paint(bar, _BAR, color) if bar and total else plain.rstrip()


def _paint(text: str, style: str, color: bool) -> str:
    return f"{style}{text}{_END}" if color else text
