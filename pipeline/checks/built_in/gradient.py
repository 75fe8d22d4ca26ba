"""There is a gradient, and gradients vanish or band on a press.

The layout engine drops RGB gradients silently where colours are CMYK; others show steps in print.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV879", name="gradient", severity="error", waivable=False)
