"""Ghostscript, where a printer wants letters as shapes or nothing transparent: optional, nothing else needs it."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pikepdf

_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox")
_SECONDS = 900


class NoGhostscriptError(Exception):
    """A printer's demand needs Ghostscript, and it is not installed."""


def found() -> str | None:
    """The program, if it is there."""
    return shutil.which("gs") or shutil.which("gswin64c")


def rewrite(data: bytes, *, outlined: bool, flat: bool) -> bytes:
    """The file with letters as shapes and nothing transparent; boxes, intents and metadata stay what they were."""
    program = found()
    if program is None:
        raise NoGhostscriptError
    options = ["-dNoOutputFonts"] if outlined else []
    if flat:
        # What lies under something transparent is drawn in pixels of the four inks.
        options += ["-dCompatibilityLevel=1.3", "-sProcessColorModel=DeviceCMYK", "-sColorConversionStrategy=CMYK"]
    else:
        options += ["-dCompatibilityLevel=1.4", "-sColorConversionStrategy=LeaveColorUnchanged"]
    with tempfile.TemporaryDirectory(prefix="livret-") as folder:
        source, target = Path(folder, "in.pdf"), Path(folder, "out.pdf")
        source.write_bytes(data)
        command = [
            program, "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", *options,
            "-dPreserveOverprintSettings=true",
            "-dAutoRotatePages=/None",
            "-dEncodeColorImages=true", "-dAutoFilterColorImages=false", "-sColorImageFilter=FlateEncode",
            "-dDownsampleColorImages=false", "-dDownsampleGrayImages=false", "-r600",
            "-o", str(target), str(source),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
        if done.returncode or not target.exists():
            raise RuntimeError(f"Ghostscript failed: {(done.stderr or done.stdout).strip()[:300]}")
        made = target.read_bytes()
    return _described(made, data)


def _described(made: bytes, source: bytes) -> bytes:
    """What Ghostscript does not carry over, taken from the source."""
    with pikepdf.open(io.BytesIO(made)) as new, pikepdf.open(io.BytesIO(source)) as old:
        for page, before in zip(new.pages, old.pages, strict=True):
            # Ghostscript moves the corner of the sheet to the origin.
            old_left, old_bottom = (float(edge) for edge in list(before.obj["/MediaBox"])[:2])
            left, bottom = (float(edge) for edge in list(page.obj["/MediaBox"])[:2])
            moved = (left - old_left, bottom - old_bottom) * 2
            for name in _BOXES:
                if name in before.obj:
                    edges = zip(before.obj[name], moved, strict=True)
                    page.obj[name] = pikepdf.Array([round(float(edge) + by, 4) for edge, by in edges])
                elif name in page.obj:
                    del page.obj[name]
            if "/PieceInfo" in before.obj:
                page.obj["/PieceInfo"] = new.copy_foreign(old.make_indirect(before.obj["/PieceInfo"]))
        root: Any = new.Root
        for name in ("/OutputIntents", "/Metadata", "/Lang", "/ViewerPreferences", "/PieceInfo"):
            if name in old.Root:
                root[name] = new.copy_foreign(old.make_indirect(old.Root[name]))
        new.trailer["/Info"] = new.copy_foreign(old.trailer["/Info"])
        if "/ID" in new.trailer:
            del new.trailer["/ID"]
        out = io.BytesIO()
        new.save(out, deterministic_id=True, force_version="1.4", object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()
