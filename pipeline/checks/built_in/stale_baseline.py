"""The baseline lists findings that no longer exist.

They were repaired: write the baseline again (`livret check --write-baseline`) so that they cannot come back unseen.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV132", name="stale-baseline", severity="info", waivable=False)
