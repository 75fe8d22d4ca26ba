"""The file has a layer that is not shown.

What you see is not what may be printed: some presses print every layer, others only those that are shown.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV859", name="hidden-layer", severity="error", waivable=False)
