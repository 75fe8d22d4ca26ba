"""What several mechanisms say."""

from __future__ import annotations

BANK_PAYS = "The bank pays {amount} to {player}."
CHALLENGES = "{player} challenges {other}."
DICE_DECIDE = "The dice decide: {player}."
FIRST = "{player} has the highest throw and starts."
HOLDINGS = "Holdings: {sums}."
OPPONENT = "{player}, whom do you challenge?"
OUT = "{player} has no token left and is out."
TAKES = "{player} takes {amount}."
