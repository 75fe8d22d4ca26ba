"""There are notes, links or form fields on a page.

They are not printed, printed by accident, or hide what is under them.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV873", name="annotation", severity="error", waivable=False)
