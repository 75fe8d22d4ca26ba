"""A text stands too near to the edge that is cut.

The knife may be off by more than a millimetre: text in the safe zone always stays on the card.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV890", name="unsafe-text", severity="error", waivable=False)
