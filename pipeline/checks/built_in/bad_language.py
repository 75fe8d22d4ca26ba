"""The game's language is not a language code.

```bad game
language: français
```

```good game
language: fr
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV114", name="bad-language", severity="error", waivable=False)
