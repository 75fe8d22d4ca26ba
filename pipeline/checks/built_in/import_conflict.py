"""A question was changed here and in the sheet that is imported.

The sheet remembers what it was when it was exported. Where only one side has changed, that side counts; where both
have, nobody but an editor knows which is right. The question stays as it is; everything else is imported.
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV413", name="import-conflict", severity="error", waivable=False)
