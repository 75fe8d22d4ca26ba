"""The keys of content files, as far as reading text needs them: the models have all, and are above this room."""

from __future__ import annotations

# Keys of text that is printed or that people read, in every kind of file. What stands below them is text too.
TEXT_KEYS = frozenset(
    "accept answer answers back clue credits die edition face faces help hint intro keyword lines motto name names"
    " note procedure question reason setup starts subtitle text theme themes tie title token unit waive".split()
)
KEYS = TEXT_KEYS | frozenset(
    "ability as_of attempts cards count dice difficulty feedback id page puzzles questions review_by solution source"
    " stability type value".split()
)
"""Keys of pages, cards and puzzles: what stands before a colon there is no text."""
