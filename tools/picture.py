"""Draw the terminal output of `livret check` on a small example as docs/finding.svg, the picture in the README.

`python tools/picture.py` writes it; a test compares it with what the tool really prints.
"""

from __future__ import annotations

import re
import sys
import tempfile
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

PAGE = """\
page: 1
questions:
  - id: k3f9q2
    type: cible
    keyword: Toit du monde
    question: À combien de mètres culmine l'Everest ?
    answer: environ 8850 m
  - id: p8d1zz
    type: rapidite
    keyword: Discours
    question: Qui a dit : « I have a dream » ?
    reponse: Martin Luther King
"""
_COLORS = {
    "1;31": "#ff7b72",
    "1;33": "#e3b341",
    "1;36": "#76e3ea",
    "1": "#f0f6fc",
    "34": "#6cb6ff",
    "2": "#8b949e",
    "1;32": "#7ee787",
}
_CODE = re.compile("\x1b\\[([0-9;]*)m")
_WIDTH, _LINE, _SIZE = 8.4, 19, 14


def output() -> str:
    """What `livret check --color always` prints for the example."""
    from pipeline.checks.manual import manual
    from pipeline.core.catalogue import translator
    from pipeline.project.check import Options, check
    from pipeline.reporters import reporter
    from pipeline.reporters.base import View
    from tests.toy import Toy

    with tempfile.TemporaryDirectory() as folder:
        toy = Toy(Path(folder))
        toy.write("duo", PAGE, whole=True)
        report = check(toy.root, Options(today="2026-11-18", cache=False))
        lines = PAGE.split("\n")
        counts = (len(report.files), sum(report.files.values()))
        view = View(report.findings, *counts, translator("en"), lambda _: lines, manual, color=True)
        return "".join(reporter("text").render(view)).replace("content/jouet", "content/egomaster")


def svg() -> str:
    """The output as a picture of a terminal."""
    lines = output().rstrip("\n").split("\n")
    width = int(80 * _WIDTH) + 40
    height = len(lines) * _LINE + 62
    rows = []
    for number, line in enumerate(lines):
        rows.append(f'<text x="20" y="{56 + number * _LINE}" xml:space="preserve">{_spans(line)}</text>')
    body = "\n".join(rows)
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">
<title>livret check shows three findings, each with the line and a caret under the exact characters</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<circle cx="22" cy="20" r="6" fill="#ff5f56"/>
<circle cx="42" cy="20" r="6" fill="#ffbd2e"/>
<circle cx="62" cy="20" r="6" fill="#27c93f"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="{_SIZE}" fill="#c9d1d9">
{body}
</g>
</svg>
"""


def _spans(line: str) -> str:
    parts: list[str] = []
    color = ""
    for index, piece in enumerate(_CODE.split(line)):
        if index % 2:
            color = "" if piece == "0" else _COLORS[piece]
        elif piece:
            parts.append(f'<tspan fill="{color}">{escape(piece)}</tspan>' if color else escape(piece))
    return "".join(parts)


if __name__ == "__main__":
    (ROOT / "docs" / "finding.svg").write_text(svg(), encoding="utf-8")
