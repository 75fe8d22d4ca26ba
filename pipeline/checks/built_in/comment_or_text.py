"""A # after the text: a comment, or a part of it?

To YAML a space and # start a comment, so what follows is not printed. If it is text, quote the whole value. If it is
a comment, put two spaces before the # and one after it: then livret knows too.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Touche du piano
  question: Quelle note suit le do ?
  answer: Ré # pas le mi
```

```good duo
- id: aaaaaa
  type: rapidite
  keyword: Touche du piano
  question: Quelle note suit le do ?
  answer: Ré  # pas le mi
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV014", name="comment-or-text", severity="warning", waivable=False)
