"""Black text leaves a hole in the colour under it instead of being printed over it.

When the plates are a little off, white edges shine beside the letters.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV883", name="black-knocks-out", severity="error", waivable=False)
