"""A PDF for the screen cannot be read aloud.

Tags, a language, a title and bookmarks let a screen reader follow the text.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV894", name="not-accessible", severity="error", waivable=False)
