"""A PDF/X does not say whether its colours are trapped.

The printer must know whether somebody has already spread colours into each other.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV871", name="trapped-unknown", severity="error", waivable=False)
