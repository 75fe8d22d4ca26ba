"""A printer profile cannot be used: it, or what it refers to, does not exist.

Profiles are YAML files: ours come with livret, a project's own stand in printers/NAME.yaml beside content/. `like: offset`
takes everything that is not said from another profile. `livret printers` lists them all.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV861", name="bad-printer", severity="error", waivable=False)
