"""Modules of JavaScript as one classic script: browsers refuse modules from file://, and one file loads fastest.

The modules of the site keep to a small part of the language, so that no parser is needed: every `import { a, b } from
"./c.mjs";` stands on one line at the top, everything exported is declared with `export` at the start of a line. What
does not fit is refused, and a test bundles all modules.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_IMPORT = re.compile(r'^import \{ ([\w\s,$]+) \} from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|const|let|class) ([\w$]+)", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class BundleError(ValueError):
    """A module that cannot be bundled."""


def bundle(modules: Mapping[str, str], entry: str) -> str:
    """One script that runs `entry` and what it imports, each module in a function of its own."""
    done: dict[str, int] = {}
    parts: list[str] = []
    _add(modules, entry, done, parts, ())
    return '"use strict";\n(() => {\n' + "".join(parts) + "})();\n"


def _add(modules: Mapping[str, str], name: str, done: dict[str, int], parts: list[str], above: tuple[str, ...]) -> None:
    if name in done:
        return
    if name in above:
        raise BundleError(f"{name} imports itself, through {' and '.join(above)}")
    text = modules.get(name)
    if text is None:
        raise BundleError(f"{above[-1] if above else 'the page'} imports {name}, which is not there")
    for _, source in _IMPORT.findall(text):
        _add(modules, _resolve(name, source), done, parts, (*above, name))
    done[name] = len(done)

    def imported(match: re.Match[str]) -> str:
        names = re.sub(r"(\S+) as (\S+)", r"\1: \2", match[1])
        return f"const {{ {names} }} = m{done[_resolve(name, match[2])]};"

    body = _IMPORT.sub(imported, text)
    exported = [found[1] for found in _EXPORT.findall(body)]
    body = _EXPORT.sub(r"\1 \2", body)
    left = _LEFT.search(body)
    if left:
        raise BundleError(f"{name}: cannot bundle “{left[0]}”")
    parts.append(f"// {name}\nconst m{done[name]} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n")


def _resolve(name: str, source: str) -> str:
    """A relative import as the name of a module."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), source))
