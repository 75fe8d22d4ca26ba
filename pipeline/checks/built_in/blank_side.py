"""A side of a card has nothing on it.

A printer asks back, or prints white cards: a front or a back was forgotten, or its art was lost on the way.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV899", name="blank-side", severity="error", waivable=False)
