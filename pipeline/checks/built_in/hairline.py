"""A line is thinner than a press can hold.

Below a quarter of a point lines break up or disappear.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV891", name="hairline", severity="error", waivable=False)
