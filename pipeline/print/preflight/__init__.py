"""What a prepress desk looks at, on any PDF: `look` reads pages into facts, each file in `desks/` judges them.

The same checks run on what `livret build` has just made and on a file that somebody sends.
"""
