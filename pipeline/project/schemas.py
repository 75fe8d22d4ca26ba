"""schemas/ on disk, with TypeScript declarations: written by `livret schema`, committed, and compared by a test."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pipeline.checks.distinctions import Distinction, DistinctionFile
from pipeline.exporters.pack_schema import pack_schema, teaser_schema
from pipeline.exporters.pack_types import declarations
from pipeline.formats.review import review_schema
from pipeline.kinds.editor_schema import content_schemas, list_schema

if TYPE_CHECKING:
    from pathlib import Path


def texts() -> dict[str, str]:
    """File name -> text of every schema, and of the types that are made from them."""
    schemas = content_schemas() | {
        "not-duplicates.schema.json": list_schema("not-duplicates.yaml", "pairs", DistinctionFile, Distinction),
        "pack.schema.json": pack_schema(),
        "review.schema.json": review_schema(),
        "teaser.schema.json": teaser_schema(),
    }
    found = {name: json.dumps(schema, ensure_ascii=False, indent=1) + "\n" for name, schema in sorted(schemas.items())}
    found["pack.d.ts"] = declarations(schemas["pack.schema.json"], "Pack", "livret schema")
    found["teaser.d.ts"] = declarations(schemas["teaser.schema.json"], "Teaser", "livret schema")
    return found


def write(folder: Path) -> list[Path]:
    """Write all schemas; gives their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in texts().items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def stale(folder: Path) -> list[str]:
    """The names of schemas that are missing or differ from what `write` would write."""
    return [
        name
        for name, text in texts().items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    ]
