"""Packs as files: written, sealed, read safely, compared. Knows the format, not how content becomes one."""
