"""A picture has too few pixels for its printed size.

Below 300 pixels an inch its pixels are seen. The finding says how many are needed.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV892", name="low-resolution", severity="error", waivable=False)
