"""Black text is printed over what lies under it: no white edges when the plates are a little off."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pikepdf import Dictionary, Name, Pdf, Stream

_ON, _OFF = "/LvOver", "/LvKnock"
_OVER = f"{_ON} gs\n0 0 0 1 k".encode()
_KNOCK = f"{_OFF} gs".encode()
_SPACE, _BLACK = b"/DeviceCMYK cs", b"0 0 0 1 scn"


def overprint(pdf: Pdf, contents: bytes, resources: Any) -> bytes:
    """The contents of a page with black text set to overprint; what else is black knocks out as before."""
    changed, count = _rewritten(contents)
    if count:
        states = resources["/ExtGState"] if "/ExtGState" in resources else Dictionary()
        states[_ON] = _state(pdf, on=True)
        states[_OFF] = _state(pdf, on=False)
        resources["/ExtGState"] = states
    for thing in resources.get("/XObject", {}).values():
        if isinstance(thing, Stream) and thing.get("/Subtype") == "/Form" and "/LvDone" not in thing:
            thing["/LvDone"] = True
            inner = thing["/Resources"] if "/Resources" in thing else Dictionary()
            thing.write(overprint(pdf, thing.read_bytes(), inner))
            thing["/Resources"] = inner
            del thing["/LvDone"]
    return changed


@lru_cache(maxsize=256)  # a process that watches binds the same pages after every save
def _rewritten(contents: bytes) -> tuple[bytes, int]:
    """WeasyPrint writes an operator a line. Only `0 0 0 1 k` overprints as a press expects (OPM 1)."""
    lines: list[bytes] = []
    saved: list[tuple[bool, bool]] = []
    cmyk = black = text = over = False
    count = 0
    for line in contents.split(b"\n"):
        if line == b"q":
            saved.append((cmyk, black))
        elif line == b"Q":
            cmyk, black = saved.pop() if saved else (False, False)
        elif line.endswith((b" cs", b" k", b" rg", b" g")):
            cmyk, black = line == _SPACE, False
        elif line.endswith(b" scn"):
            black = cmyk and line == _BLACK
            if text and black != over:
                over = black
                lines += [_OVER] if over else [_KNOCK, _SPACE, line]
                count += over
                continue
        elif line == b"BT":
            text = True
            if black:
                lines.append(_OVER)
                over = True
                count += 1
        lines.append(line)
        if line == b"ET":
            text = False
            if over:
                lines += [_KNOCK, _SPACE, _BLACK]
                over = False
    return b"\n".join(lines), count


def _state(pdf: Pdf, *, on: bool) -> Any:
    return pdf.make_indirect(Dictionary(Type=Name.ExtGState, OP=on, op=on, OPM=1 if on else 0))
