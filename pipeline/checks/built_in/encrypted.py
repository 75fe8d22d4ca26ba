"""A PDF is protected by a password.

Printers cannot open it, or may not change what they must.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV863", name="encrypted", severity="error", waivable=False)
