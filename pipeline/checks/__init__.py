"""The rules, and the engine that runs them over loaded content."""
