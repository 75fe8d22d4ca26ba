"""A text is smaller than the printer can print, or reversed and too small for that.

Below 5 points thin strokes break off; letters in the colour of the paper fill with ink below 7 points.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV889", name="text-too-small", severity="error", waivable=False)
