"""Who has how much. Money only moves: what is in the box at the start is in it at the end, and nobody owes anything.

Sums, not tokens: the rules let players change tokens of the same value at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BANK, MIDDLE, BOX = "\0bank", "\0middle", "\0box"


class Ledger:
    """Accounts by name; those of the game itself are `BANK`, `MIDDLE` and `BOX`."""

    def __init__(self, players: Iterable[str], box: int, teams: Mapping[str, str] | None = None) -> None:
        self._teams = dict(teams or {})
        accounts = dict.fromkeys(self.account(player) for player in players)
        self._sums = dict.fromkeys((*accounts, BANK, MIDDLE), 0) | {BOX: box}
        self._total = box

    def account(self, name: str) -> str:
        """Whose money a player's is: their own, or that of their team."""
        return self._teams.get(name, name)

    def __getitem__(self, name: str) -> int:
        return self._sums[self.account(name)]

    def move(self, source: str, target: str, amount: int) -> int:
        """Move an amount, or what there is of it; gives what was moved."""
        if amount < 0:
            raise ValueError("money does not move backwards")
        source, target = self.account(source), self.account(target)
        moved = min(amount, self._sums[source])
        self._sums[source] -= moved
        self._sums[target] += moved
        if sum(self._sums.values()) != self._total or min(self._sums.values()) < 0:
            raise AssertionError("money was made or lost")
        return moved

    def total(self) -> int:
        return sum(self._sums.values())


def worth(amount: int | Mapping[str, int], values: Mapping[str, int]) -> int:
    """What pieces of a component are worth: a number for each value."""
    if isinstance(amount, int):
        return 0
    return sum(int(value) * count for value, count in amount.items() if value in values and value.isdigit())


def box_worth(component: Mapping[str, Any]) -> int:
    """What all pieces of a component are worth."""
    return worth(component["values"], component["values"])
