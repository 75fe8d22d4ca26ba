"""There is more ink in one place than the paper can take.

Wet ink smears and sticks to the next sheet. The limit is the printer's: 240 % to 300 % of the four inks together.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV880", name="ink-limit", severity="error", waivable=False)
