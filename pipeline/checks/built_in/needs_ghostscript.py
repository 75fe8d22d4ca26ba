"""A printer's demand needs Ghostscript, and it is not installed.

Letters as shapes and flattened transparency are made by that program; nothing else of livret needs it.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV898", name="needs-ghostscript", severity="error", waivable=False)
