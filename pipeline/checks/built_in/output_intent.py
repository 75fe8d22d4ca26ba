"""A PDF does not say, or says wrongly, for which inks and paper it was made.

Without an output intent nobody knows how 70 % of cyan should look. Its profile must have four channels and its
condition be the printer's.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV869", name="output-intent", severity="error", waivable=False)
