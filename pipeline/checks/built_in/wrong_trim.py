"""A page has no trimmed size, or another than the product or the printer's format.

The knife follows the TrimBox. A page that is a millimetre off is scaled or cut by somebody who does not know the
game.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV864", name="wrong-trim", severity="error", waivable=False)
