"""The only room that touches the disk: finding files, configuration, cache, checking, fixing, building, watching."""
