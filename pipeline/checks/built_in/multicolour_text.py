"""Very small text is mixed of three inks or more.

It blurs when the plates are a little off. Use fewer inks or larger type.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV882", name="multicolour-text", severity="error", waivable=False)
