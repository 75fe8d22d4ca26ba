"""Sentences that commands say beside a report."""

from __future__ import annotations

WATCHING = "Watching content/; press Ctrl-C to stop."
RECORDED = "Findings recorded in {file}: {count}. From now on only new ones are reported."
REPAIRS = "Repairs: {count}, files: {files}. `livret check --fix` writes them."
NOTHING_WRITTEN = "Nothing was written."
NOTHING_TO_REPAIR = "Nothing to repair."
NOTHING_SIMILAR = "Nothing similar was found."
NOTHING_EXPORTED = "Nothing was written: repair these errors first, or write the rest with --partial."
EXPORTED = "{file}: {count} written."
LEFT_OUT = "Not in the file, {count}: {problem}."
NOT_WHOLE = "Not carried whole, {count}: {problem}."
AND_MORE = "and {count} more (--all names them)"
IMPORTED = "New: {added}, changed: {updated}, unchanged: {unchanged}, marks: {marks}, not taken: {rejected}."
CHECK_NEXT = "Now run `livret check`: imported questions need a keyword and a second look."
MORE_REJECTED = "{count} more were not taken (--format json names all)."
OWN_SHEET = "written by `livret export`"
