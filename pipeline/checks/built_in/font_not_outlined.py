"""Letters are still a font where the printer wants shapes.

Some printers do not trust fonts at all. `livret build` lets Ghostscript turn letters into shapes for them.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV888", name="font-not-outlined", severity="error", waivable=False)
