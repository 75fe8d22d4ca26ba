"""Colour that touches the edge does not run far enough beyond it.

Paper moves under the knife: without bleed a white line appears at the edge. The bleed box must be wide enough, and
the colour must fill it.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV865", name="missing-bleed", severity="error", waivable=False)
