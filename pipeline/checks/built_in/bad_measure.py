"""A measure of a printer profile is not a number, or far from what is possible.

Lengths are millimetres, type and lines are points, written in digits with a point: `bleed: 3.175`.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV860", name="bad-measure", severity="error", waivable=False)
