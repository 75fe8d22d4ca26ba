"""A font is of Type 3.

Such fonts are drawn by little programs, without hints, and many printers refuse them.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV887", name="type-3-font", severity="error", waivable=False)
