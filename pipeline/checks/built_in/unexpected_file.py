"""A file that belongs to no product.

A product is a folder or a file that game.yaml names. This file is neither, so nothing in it is printed: its name is
misspelt, or the product is not declared.

```bad extra
page: 1
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV119", name="unexpected-file", severity="warning", waivable=False)

MESSAGE = "No product of the game is called “{name}”: nothing in this file is used."
NEAR = "No product of the game is called “{name}”: did you mean “{best}”?"
HINT = "Declare it under `products` in game.yaml, rename it, or move it away. Products: {products}."
NO_GAME = "This folder has no game.yaml that can be read: its files cannot be checked."
NO_GAME_HINT = "Add game.yaml with the game's products, or repair it."
EXTENSION = "Content files end in .yaml, not in .{suffix}: nothing in this file is used."
RENAME = "Rename it to {name}."
TOO_FAR = "The files of “{name}” stand directly in its folder: nothing in this file is used."
MOVE = "Move it to {folder}/."
OTHER = "The product “{name}” has no file of this sort: nothing in it is used."
OTHER_HINT = "Rulebooks are Markdown (.md), everything else is YAML (.yaml)."
