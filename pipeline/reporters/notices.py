"""Sentences that commands say beside a report."""

from __future__ import annotations

WATCHING = "Watching content/; press Ctrl-C to stop."
RECORDED = "Findings recorded in {file}: {count}. From now on only new ones are reported."
REPAIRS = "Repairs: {count}, files: {files}. `livret check --fix` writes them."
NOTHING_WRITTEN = "Nothing was written."
NOTHING_TO_REPAIR = "Nothing to repair."
NOTHING_SIMILAR = "Nothing similar was found."
WROTE = "wrote {path}"
KEPT = "kept {path}"
BEGIN = "Now run `livret check`, then `livret build --only pack`."
