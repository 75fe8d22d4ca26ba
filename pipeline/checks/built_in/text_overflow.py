"""A text does not fit its printed box.

`livret build` lays every page out; what would leave its box, or be cut off, is refused with its size in millimetres. One
type size is used for a whole product: the smallest that is still easy to read was tried already.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV851", name="text-overflow", severity="error", waivable=False)
