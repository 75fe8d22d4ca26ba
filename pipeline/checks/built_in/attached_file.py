"""Other files are hidden in a PDF.

They have no place in a file for print.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV875", name="attached-file", severity="error", waivable=False)
