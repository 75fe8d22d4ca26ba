"""A content file is too big.

A page of twenty questions has about 10 kB; the limit is 4 MB. A bigger file is a mistake, or hostile. Split it: one
page or a few dozen cards a file.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV002", name="file-too-big", severity="error", waivable=False)
