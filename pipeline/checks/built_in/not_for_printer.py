"""A printer does not print such products, or not in this size.

Some printers make cards only, in the formats of their machines. `livret printers` tells which.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV897", name="not-for-printer", severity="error", waivable=False)
