"""A page is turned or scaled by a setting instead of its layout.

Imposition software ignores or applies such settings as it likes.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV867", name="turned-page", severity="error", waivable=False)
