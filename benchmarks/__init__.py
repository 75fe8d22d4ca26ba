"""How fast livret is, measured against programs that people use today."""
