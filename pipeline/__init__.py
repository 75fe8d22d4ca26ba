"""livret: from an author's text file to the printer and to the game app."""

__version__ = "0.1.0"
