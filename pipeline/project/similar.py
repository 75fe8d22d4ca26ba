"""The questions of a bank that are nearest to a text. The index answers; it is brought up to date first if need be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.project.stamp import tree_stamp

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.project.check import Options
    from pipeline.project.index import Near


def similar(root: Path, text: str, most: int, options: Options) -> tuple[Near, ...]:
    """The `most` nearest questions, the nearest first. Nothing is read while the tree is as it was indexed."""
    from pipeline.project.index import existing
    from pipeline.project.tool import tool_digest

    stamp = tree_stamp(str(root))[0]
    tool = tool_digest()
    index = existing(str(root), tool) if options.cache else None
    if index is None or index.stamp() != stamp:
        from pipeline.project.check import indexed

        if index is not None:
            index.close()
        index = indexed(root, options)
        if index.file:
            index.set_stamp(stamp)
    try:
        return tuple(index.near(text, most))
    finally:
        index.close()
