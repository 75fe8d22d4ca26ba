"""The boxes of a page do not lie in each other.

TrimBox inside BleedBox inside MediaBox: otherwise marks, bleed or the page itself are cut off.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV866", name="boxes-not-nested", severity="error", waivable=False)
