"""A PDF/X has no identifier.

Printers tell corrected files from old ones by it.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV872", name="no-file-id", severity="error", waivable=False)
