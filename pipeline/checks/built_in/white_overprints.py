"""Something white is set to overprint, so that it will not be seen.

White is the absence of ink: printed over a colour it is nothing.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV884", name="white-overprints", severity="error", waivable=False)
