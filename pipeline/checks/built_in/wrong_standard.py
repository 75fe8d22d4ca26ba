"""A PDF claims another standard than the printer wants.

PDF/X-1a has no transparency and no newer structures, PDF/X-4 has; a file that claims the wrong one is refused at the
door.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV870", name="wrong-standard", severity="error", waivable=False)
