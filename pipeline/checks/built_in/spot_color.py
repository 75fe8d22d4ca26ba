"""A colour would need a printing plate of its own.

Four plates are paid for. Only marks for the knife may be on all of them.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV878", name="spot-color", severity="error", waivable=False)
