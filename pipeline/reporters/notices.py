"""Sentences that commands say beside a report."""

from __future__ import annotations

WATCHING = "Watching content/; press Ctrl-C to stop."
RECORDED = "Findings recorded in {file}: {count}. From now on only new ones are reported."
REPAIRS = "Repairs: {count}, files: {files}. `livret check --fix` writes them."
NOTHING_WRITTEN = "Nothing was written."
NOTHING_TO_REPAIR = "Nothing to repair."
NOTHING_SIMILAR = "Nothing similar was found."
SERVING = "The studio is at {address} (Ctrl-C ends it)."
REFRESHED = "Changed: shown after {seconds} s. Errors: {errors}, warnings: {warnings}."
ALL_VERIFIED = "{count} artefacts come from exactly this content and were not altered."
ONE_VERIFIED = "1 artefact comes from exactly this content and was not altered."
PACK_VERIFIED = "{file}: complete, valid and not altered ({format}, content {hash})."
NOT_VERIFIED = "Artefacts: {count}, problems: {problems}."
