"""Jinja2 for pages: always sandboxed, always escaped, a game's own files before ours."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import BaseLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from pipeline.core import typeset
from pipeline.core.paragraphs import led
from pipeline.core.runs import runs
from pipeline.print import ink, library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from jinja2 import Environment

    from pipeline.print.markdown import Rules

    _Parts = Mapping[str, Any]


TOO_LARGE = "it needs too much room"
_MOST = 2_000_000  # characters of a page; ours have some ten thousand


class Fault(NamedTuple):
    """A template that cannot be used: its name, the line if it is known, and what is wrong."""

    template: str
    line: int
    problem: str


class TemplateFaultError(Exception):
    """Carries a fault from Jinja2 to whoever asked for the page."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.problem)
        self.fault = fault


class Templates:
    """The templates that one game sees."""

    def __init__(self, own: Mapping[str, bytes]) -> None:
        self._own = own
        self._environment = ImmutableSandboxedEnvironment(
            loader=_Library(own),
            autoescape=lambda name: not (name or "").endswith(".css"),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters |= {
            "fr": fr,
            "paragraphs": led,
            "runs": list_runs,
            "ink": ink.css,
            "tint": ink.tint,
            "shade": ink.shade,
            "on": ink.on,
            "rules": rules,
        }
        self._environment.globals |= {"icon": icon, "has_icon": lambda name: name in icons()}

    def has(self, name: str) -> bool:
        """Whether there is such a template."""
        return library.find(name, self._own) is not None

    def render(self, name: str, context: Mapping[str, Any]) -> str:
        """A template with its data; whatever is wrong in it is raised as a `TemplateFaultError`."""
        try:
            text = self._environment.get_template(name).render(context)
            if len(text) <= _MOST or name not in self._own:
                return text
            fault = Fault(name, 1, TOO_LARGE)
        except TemplateSyntaxError as error:
            fault = Fault(error.name or name, error.lineno, error.message or "")
        except TemplateNotFound as error:
            fault = Fault(name, 1, f"there is no template {error.name}")
        except TemplateError as error:
            fault = _fault_at(error, name)
        except Exception as error:  # whatever a game's own template does wrong: a division, a missing key
            fault = _fault_at(error, name)
        raise TemplateFaultError(fault)


def templates_of(own: Mapping[str, bytes]) -> Templates:
    """The templates of games with these files: compiled once, however many products are printed."""
    return _templates(tuple(sorted(own.items())))


@lru_cache(maxsize=8)
def _templates(own: tuple[tuple[str, bytes], ...]) -> Templates:
    return Templates(dict(own))


def fr(text: object) -> Markup:
    """A text of the content, escaped, with French typography."""
    return _set(str(text))


@lru_cache(maxsize=8192)
def _set(text: str) -> Markup:
    return Markup(typeset.markup(typeset.display(str(text))))  # noqa: S704 - markup() escapes first


def list_runs(items: Iterable[str]) -> list[dict[str, Any]]:
    """The items of a list in runs that stay on one line, as plain values."""
    return [{"items": list(run.items), "whole": run.whole} for run in runs(items)]


def rules(text: str, game: _Parts, products: _Parts, types: _Parts) -> Rules:
    """A rulebook from its Markdown: `[Cible](type:cible)` gets the icon of that type."""
    from pipeline.print.markdown import Sign, render

    signs = {f"type:{name}": Sign(kind["icon"]) for name, kind in types.items() if kind["icon"]}
    signs |= {f"product:{name}": Sign(own["icon"], own["color"]) for name, own in products.items() if own["icon"]}
    signs |= {f"ability:{name}": Sign(name) for name in game.get("abilities", ()) if name in icons()}
    return render(text, signs, icon)


def icon(name: str, kind: str = "") -> Markup:
    """An icon of the icon font, by its name."""
    if name not in icons():
        raise ValueError(f"there is no icon {name}")
    # A second layer is printed over the first in another colour: the bolt on its triangle.
    mark = f'<span class="mark">{icons()[f"{name}-mark"]}</span>' if f"{name}-mark" in icons() else ""
    extra = f" {kind}" if kind else ""
    return Markup(f'<span class="icon icon-{name}{extra}">{icons()[name]}{mark}</span>')  # noqa: S704 - our own names


@lru_cache(maxsize=1)
def icons() -> dict[str, str]:
    """Name -> character of the icon font."""
    raw = library.find("icons/icons.json", {})
    return {name: chr(int(code, 16)) for name, code in json.loads(raw or b"{}").items()}


class _Library(BaseLoader):
    def __init__(self, own: Mapping[str, bytes]) -> None:
        self._own = own

    def get_source(
        self,
        environment: Environment,  # noqa: ARG002
        template: str,
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        raw = library.find(template, self._own)
        if raw is None:
            raise TemplateNotFound(template)
        return raw.decode("utf-8", "replace"), template, None


def _fault_at(error: Exception, name: str) -> Fault:
    """The innermost template line of the traceback."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_name in ("root", "top-level template code") or code.co_name.startswith("block"):
            line, name = trace.tb_lineno, code.co_filename
        trace = trace.tb_next
    return Fault(name, line, str(error) or type(error).__name__)
