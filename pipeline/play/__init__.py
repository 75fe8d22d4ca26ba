"""Playing games from their packs alone: the proof that a pack is enough."""
