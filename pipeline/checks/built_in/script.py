"""A PDF runs a script or an action when it is opened.

No printer will open it.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV874", name="script", severity="error", waivable=False)
