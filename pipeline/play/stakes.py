"""Stakes that players pay: raises, refusals, and what happens when somebody is short of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say
from pipeline.play.ledger import MIDDLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.play.ledger import Ledger
    from pipeline.play.table import Table

RAISE = "{player}, your stake: {amount}, or more"
RAISES = "{player} raises to {amount}."
ACCEPT = "{player}, {active} raises to {amount}: accept?"
YES, NO = "accept", "refuse"
ACCEPTS = "{player} accepts."
REFUSES = "{player} refuses and pays {amount}."
NOT_ASKED = "The question is not asked: {player} takes {amount}."
STAKES = "Stake: {amount} each ({players})."
SHORT = "{player} has only {amount}: everybody stakes that much."


class Staked(NamedTuple):
    """Who takes part, after everybody has paid into the middle; nobody if the question is not asked."""

    players: tuple[str, ...]


def collect(table: Table, ledger: Ledger, active: str, others: Sequence[str], amount: int, *, step: int) -> Staked:
    """Let the active player raise, the others accept or refuse, and everybody pay.

    `others` are all who take part besides the active player, clockwise. A duel is the case of one other: who refuses
    pays the amount, and the question is not asked.
    """
    raised = _raise(table, ledger, active, amount, step)
    if raised is None:
        return Staked(_pay(table, ledger, (active, *others), amount))
    accepting = [player for player in others if _accepts(table, ledger, player, active, raised, amount)]
    refusing = [player for player in others if player not in accepting]
    if not accepting:
        for player in refusing:
            table.tell(REFUSES, player=player, amount=ledger.move(player, MIDDLE, amount))
        table.tell(NOT_ASKED, player=active, amount=ledger.move(MIDDLE, active, ledger[MIDDLE]))
        return Staked(())
    stake = min(raised, *(ledger[player] for player in (active, *accepting)))
    for player in refusing:  # never more than those who take part
        table.tell(REFUSES, player=player, amount=ledger.move(player, MIDDLE, min(amount, stake)))
    return Staked(_pay(table, ledger, (active, *accepting), raised))


def _raise(table: Table, ledger: Ledger, active: str, amount: int, step: int) -> int | None:
    """The raised stake, or None if the active player cannot or does not want to raise."""
    low = (amount // step + 1) * step
    high = ledger[active] // step * step
    if high < low:
        return None
    advice = min(high, low + step * table.chance.randrange(4)) if table.chance.random() < 0.4 else amount
    wanted = table.minds[active].number(say(RAISE, player=active, amount=amount), amount, high, step, advice)
    if wanted < low or wanted > high or wanted % step:
        return None
    table.tell(RAISES, player=active, amount=wanted)
    return wanted


def _accepts(table: Table, ledger: Ledger, player: str, active: str, raised: int, amount: int) -> bool:
    # A raise that takes everything frightens; a small one does not.
    daring = 0.75 if raised <= 2 * amount else 0.5 if raised < ledger[player] else 0.35
    advice = 0 if table.chance.random() < daring else 1
    accepted = table.choose(player, (YES, NO), advice, ACCEPT, player=player, active=active, amount=raised) == 0
    if accepted:
        table.tell(ACCEPTS, player=player)
    return accepted


def _pay(table: Table, ledger: Ledger, players: Sequence[str], amount: int) -> tuple[str, ...]:
    """Everybody stakes the same: the amount, or all that the poorest has."""
    poorest = min(players, key=lambda player: ledger[player])
    if ledger[poorest] < amount:
        amount = ledger[poorest]
        table.tell(SHORT, player=poorest, amount=amount)
    for player in players:
        ledger.move(player, MIDDLE, amount)
    table.tell(STAKES, amount=amount, players=", ".join(players))
    return tuple(players)
