"""A font is not in the file.

The printer would use another one, with other widths and perhaps other letters.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV886", name="font-not-embedded", severity="error", waivable=False)
