"""A page template cannot be used.

A game may replace any template by a file of the same name in content/GAME/templates/. It is Jinja2 in a sandbox: a
misspelt variable, an unclosed block or a call that is not allowed is reported with its line.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV854", name="template-fault", severity="error", waivable=False)
