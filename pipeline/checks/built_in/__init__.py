"""Rules without a function of their own: the loader, the models or the project find these. Each file is a manual page."""
