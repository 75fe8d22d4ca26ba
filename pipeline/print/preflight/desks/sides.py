"""A side of a card that shows nothing: somebody has forgotten it, or its art was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.print.preflight.facts import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Case

BLANK = "Nothing is printed on this side of the card."
BLANK_HINT = "Give every card a front and a back; a common back is on every second page."


def check(case: Case) -> Iterator[Fault]:
    """Cards only: a booklet may have blank pages."""
    if case.expected.binding != "cards" or case.sheets or case.printer.profile.form == "screen":
        return
    for page in case.pages:
        if page.is_blank:
            yield Fault("blank-side", page.number, say(BLANK), say(BLANK_HINT))
