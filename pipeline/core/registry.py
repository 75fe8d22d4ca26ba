"""Plug-ins of a folder, found by file name and imported when asked for.

A new plug-in is one new file: `ping_pong.py` is found as "ping-pong". Its module must say the same name, so a copied
file that still carries the old name raises when it is first used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Generic, Protocol, TypeVar


def modules(path: Iterable[str]) -> list[str]:
    """The names of a package's modules and packages. `pkgutil` would also look into archives, and takes longer."""
    files = [file for folder in path for file in Path(folder).iterdir() if file.name[0] != "_"]
    single = [file.stem for file in files if file.suffix == ".py"]
    return sorted(single + [file.name for file in files if not file.suffix and (file / "__init__.py").is_file()])


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


Plugin = TypeVar("Plugin", bound=Named)


class Registry(Mapping[str, Plugin], Generic[Plugin]):
    """Name -> plug-in, for the modules of one package that define `attribute`."""

    def __init__(self, package: str, path: list[str], attribute: str, *, shared: frozenset[str]) -> None:
        self._package = package
        self._attribute = attribute
        self._modules = {module.replace("_", "-"): module for module in modules(path) if module not in shared}
        self._loaded: dict[str, Plugin] = {}

    def __getitem__(self, name: str) -> Plugin:
        found = self._loaded.get(name)
        if found is None:
            found = getattr(import_module(f"{self._package}.{self._modules[name]}"), self._attribute)
            if found.name != name:
                raise ValueError(f"{self._package}.{self._modules[name]} calls itself {found.name}")
            self._loaded[name] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)

    def __contains__(self, name: object) -> bool:
        return name in self._modules
