"""One file a rule: the docstring is its manual page, with a bad and a good example that tests execute."""
