"""A template of a game asks for a font that is not in the library.

The layout engine would silently use another one.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV896", name="missing-font", severity="error", waivable=False)
