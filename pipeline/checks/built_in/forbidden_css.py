"""A template of a game uses something that cannot be printed.

Gradients, shadows and RGB colours vanish or change on a press without any warning; text that is cut off by `overflow`
would not be noticed. The finding shows the place and what to use instead.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV895", name="forbidden-css", severity="error", waivable=False)
