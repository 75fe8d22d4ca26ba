"""Something is transparent, and the printer does not want that.

Old presses flatten transparency in their own way. Opaque tints look the same everywhere.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV885", name="transparency", severity="error", waivable=False)
