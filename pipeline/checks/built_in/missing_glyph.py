"""A character cannot be printed, because no font has it.

It would come out as an empty box. Symbols, emoji and scripts other than Latin are the usual reason.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV852", name="missing-glyph", severity="error", waivable=False)
