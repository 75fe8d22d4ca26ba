"""A reviewer found a question wrong, doubtful or too long.

`livret import` keeps what reviewers say in content/reviews/. Correct the question, or keep it and waive the mark with
the reason; then delete the mark. Before a release every mark needs an answer.

```bad review whole
{"format": "livret-review/1", "reviewer": "Ana", "marks": [{"id": "solo01", "mark": "doubtful", "remark": "1885 ?"}]}
```

```good review whole
{"format": "livret-review/1", "reviewer": "Ana", "marks": [{"id": "solo01", "mark": "right"}]}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV410", name="reviewer-mark", severity="warning", release=True)
