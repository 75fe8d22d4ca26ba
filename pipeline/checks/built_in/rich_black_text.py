"""Small black text is mixed of several inks.

Four plates never lie exactly on each other: thin letters get coloured edges. Black text is 0/0/0/100.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV881", name="rich-black-text", severity="error", waivable=False)
