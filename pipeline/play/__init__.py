"""Playing games from their packs alone: the proof that a pack is enough, and a reference for those who write engines.

One file a mechanism in `mechanisms/`; a pack says which one plays it. Nothing here knows content, files or games.
"""
