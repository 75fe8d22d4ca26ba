"""livret.toml cannot be used as it is.

It is not valid TOML, or it names a rule, a severity or a key that does not exist. The finding says which and what
would be accepted.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV133", name="bad-configuration", severity="error", waivable=False)
