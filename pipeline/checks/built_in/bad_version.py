"""The game's version is not three numbers.

Game engines compare versions; `livret diff` proposes the next one.

```bad game
version: v1
```

```good game
version: 1.0.0
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV113", name="bad-version", severity="error", waivable=False)
