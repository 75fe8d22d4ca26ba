"""Write pipeline/packs/french.txt: French words that an answer must not be taken for.

`python tools/french.py LIST TEXT...`: LIST is a JSON list of French words, `index.json` of the npm package
an-array-of-french-words (MIT). Only words that occur in the TEXTs (quizzes, articles: the more, the better) are kept,
so that words that nobody says do not forbid a slip.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from pipeline.judging.words import fold
from pipeline.packs.unlike import SHORTEST

TARGET = Path(__file__).parent.parent / "pipeline" / "packs" / "french.txt"
_WORD = re.compile(r"[^\W\d_]+")
_LICENCE = """\
# French words without accents: what an answer must not be taken for. Written by tools/french.py.
# From an-array-of-french-words, (The MIT License) Copyright (c) 2016 Zeke Sikelianos <zeke@sikelianos.com>
# Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
# documentation files (the "Software"), to deal in the Software without restriction, including without
# limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the
# Software, and to permit persons to whom the Software is furnished to do so, subject to the following
# conditions: The above copyright notice and this permission notice shall be included in all copies or
# substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS
# OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE
# AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR
# OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
# WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


def text(words: list[str], texts: list[str]) -> str:
    """The file as it should be."""
    said = {word for one in texts for word in _WORD.findall(fold(one))}
    kept = {fold(word) for word in words} & said
    return _LICENCE + "".join(f"{word}\n" for word in sorted(kept) if len(word) >= SHORTEST and word.isascii())


if __name__ == "__main__":
    list_, *texts = (Path(argument).read_text(encoding="utf-8") for argument in sys.argv[1:])
    TARGET.write_text(text(json.loads(list_), texts), encoding="utf-8")
