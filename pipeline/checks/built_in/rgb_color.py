"""A text or a shape is not in printing inks.

RGB, grey and Lab colours are converted by somebody else's rules; black text becomes a blur of four inks. In templates
colours are written as `device-cmyk()`.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV876", name="rgb-color", severity="error", waivable=False)
