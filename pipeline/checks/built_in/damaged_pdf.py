"""A PDF cannot be read, or its parts contradict each other.

A viewer repairs much silently; a printer's software stops, or prints something else. Export the file again.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV862", name="damaged-pdf", severity="error", waivable=False)
