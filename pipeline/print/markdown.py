"""A rulebook as HTML for its pages: CommonMark with tables, where links that name parts of the game get icon or page.

Pure: text in, HTML out. Whatever an author writes is escaped; the only tags are those below, and no address is a link.
"""

from __future__ import annotations

import re
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup

from pipeline.core import typeset
from pipeline.print import ink
from pipeline.source.markdown import slug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

# Longer tables, lists and panels may be cut at the foot of a page; shorter ones look better on the next.
_FEW_ROWS, _WHOLE_ROWS = 4, 9
_WHOLE_LETTERS = 500
_SHORT_CELL = 5
_SHORT_NAME = 20
# What the font of the chips has.
_MOST_CHIPS = 60
_CLOSED = (".", "!", "?", "…")
# `typeset.markup` reads *italics*; here Markdown has read them, and a star that is left is a star.
_STAR = "\ufdd0"
_NO_BREAK = "\u00a0"

_NUMERIC = re.compile(r"[\d\s\u00a0\u202f/()+,.%–-]*\d[\d\s\u00a0\u202f/()+,.%–-]*")
# 100 / 200 / 500: one amount for each value, read as one.
_AMOUNTS = re.compile(r"(?<=\d) / (?=\d)")
# WeasyPrint breaks lines absurdly early when a space stands just before an inline tag: it is moved into the tag.
_SPACE_BEFORE_TAG = re.compile(r'([ \u00a0\u202f]+)((?:<(?:strong|em|i|span class="(?:ref|sc)")>)+)')
_ADDRESS = re.compile(r"(?:https?://|mailto:)(\S+)")


class Sign(NamedTuple):
    """What stands before a word that names a part of the game: an icon, in a colour of its own if it has one."""

    icon: str
    ink: str = ""


class Section(NamedTuple):
    """A heading, for the table of contents."""

    level: int
    id: str
    heading: Markup


class Rules(NamedTuple):
    """A rulebook, ready for its template."""

    opening: Markup
    """The title and what stands before the first section."""
    contents: tuple[Section, ...]
    body: Markup


def render(text: str, signs: Mapping[str, Sign], icon: Callable[[str], str]) -> Rules:
    """`signs` gives the sign of a link's target ("type:cible"), `icon` the HTML of an icon by its name."""
    nodes = SyntaxTreeNode(_parser().parse(text)).children
    page = _Page(signs, icon, _ids(nodes))
    headings = [node for node in nodes if node.type == "heading" and node.tag != "h1"]
    first = nodes.index(headings[0]) if headings else len(nodes)
    # Markup is what it says: `_Page` escapes every word, and its tags are ours.
    contents = tuple(
        Section(int(node.tag[1:]), page.ids[id(node)], Markup(page.words(node, bare=True)))  # noqa: S704
        for node in headings
    )
    return Rules(Markup(page.blocks(nodes[:first])), contents, Markup(page.blocks(nodes[first:])))  # noqa: S704


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _ids(nodes: Sequence[SyntaxTreeNode]) -> dict[int, str]:
    """The names of the headings, as links know them. The checker refuses doubles; here they only must not clash."""
    found: dict[int, str] = {}
    taken: set[str] = set()
    for node in nodes:
        if node.type == "heading":
            name = wanted = slug(node.children[0].content) or "section"
            number = 1
            while name in taken:
                number += 1
                name = f"{wanted}-{number}"
            taken.add(name)
            found[id(node)] = name
    return found


class _Page:
    """Writes the blocks and the words of one rulebook."""

    def __init__(self, signs: Mapping[str, Sign], icon: Callable[[str], str], ids: dict[int, str]) -> None:
        self._signs = signs
        self._icon = icon
        self.ids = ids
        self.anchors = set(ids.values())

    # Blocks

    def blocks(self, nodes: Sequence[SyntaxTreeNode], *, listed: bool = False) -> str:
        """Blocks one after another; `listed` they stand inside a list."""
        return "\n".join(self._block(*pair, listed=listed) for pair in zip_longest(nodes, nodes[1:]))

    def _block(self, node: SyntaxTreeNode, after: SyntaxTreeNode | None, *, listed: bool) -> str:
        match node.type:
            case "paragraph":
                return _element("p", self.words(node), _ahead(node, after))
            case "heading":
                return self._heading(node)
            case "ordered_list":
                return self._numbered(node, listed=listed)
            case "bullet_list":
                return _element("ul", self._items(node), _whole(node).strip())
            case "blockquote":
                return self._panel(node, listed=listed)
            case "table":
                return self._table(node)
            case "hr":
                return '<div class="break"></div>'
        return _element("pre", escape(node.content))  # code is all that is left

    def _heading(self, node: SyntaxTreeNode) -> str:
        name = self.ids.get(id(node))
        place = f' id="{name}"' if name else ""
        return f"<{node.tag}{place}>{self.words(node, bare=True)}</{node.tag}>"

    def _numbered(self, node: SyntaxTreeNode, *, listed: bool) -> str:
        start = int(node.attrs.get("start", 1))
        if listed:
            return f'<ol start="{start}">{self._items(node)}</ol>'
        items = "".join(
            _element("li", _element("b", str(number), "chip" if number <= _MOST_CHIPS else "count") + self._item(item))
            for number, item in enumerate(node.children, start)
        )
        return _element("ol", items, f"steps{_whole(node)}")

    def _items(self, node: SyntaxTreeNode) -> str:
        return "".join(_element("li", self._item(item)) for item in node.children)

    def _item(self, node: SyntaxTreeNode) -> str:
        return self._titled(node.children, "run-in", listed=True)[1]

    def _panel(self, node: SyntaxTreeNode, *, listed: bool) -> str:
        """An example, a note… : the bold words that it starts with say which, and the stylesheet how it looks."""
        title, inner = self._titled(node.children, "lead", listed=listed)
        return _element("div", inner, f"panel is-{slug(title) or 'plain'}{_whole(node)}")

    def _titled(self, nodes: Sequence[SyntaxTreeNode], kind: str, *, listed: bool) -> tuple[str, str]:
        """Blocks whose first words, if they are bold and closed by a full stop, are a title of that kind."""
        if not nodes or nodes[0].type != "paragraph":
            return "", self.blocks(nodes, listed=listed)
        inline = [node for node in nodes[0].children[0].children if node.type != "text" or node.content]
        strong = inline[0] if inline else None
        title = _plain(strong) if strong and strong.type == "strong" else ""
        if strong is None or not title.endswith(_CLOSED):
            return "", self.blocks(nodes, listed=listed)
        # The stop stands apart, so that a stylesheet can put the title on a line of its own without it.
        words = self._inline(strong.children, ends=len(inline) == 1)
        if words.endswith("."):
            words = f'{words[:-1]}<span class="stop">.</span>'
        text = f'<b class="{kind}">{words}</b>{self._inline(inline[1:])}'
        first = _element("p", text, _ahead(nodes[0], nodes[1] if len(nodes) > 1 else None))
        return title, "\n".join([first, self.blocks(nodes[1:], listed=listed)]).rstrip("\n")

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [row.children for part in node.children for row in part.children]
        if not rows:
            return ""
        classes = [_column(column) for column in zip(*rows, strict=True)]
        head, *body = (
            "".join(_element(cell.tag, self.words(cell), kind) for cell, kind in zip(row, classes, strict=True))
            for row in rows
        )
        whole = " whole" if len(body) <= _FEW_ROWS else _whole(node) if len(body) <= _WHOLE_ROWS else ""
        rest = "".join(_element("tr", row) for row in body)
        inner = _element("thead", _element("tr", head)) + _element("tbody", rest)
        # A table that is too wide for the page is found by the layout engine, and named by its first row.
        name = escape(", ".join(_plain(cell) for cell in rows[0]))
        return (
            f'<div class="table" data-fit="{name}">{_element("table", inner, f"columns-{len(classes)}{whole}")}</div>'
        )

    # Words

    def words(self, node: SyntaxTreeNode, *, bare: bool = False) -> str:
        """The text of a paragraph, heading or cell; `bare` without icons and pages."""
        return self._inline([word for inline in node.children for word in inline.children], bare=bare)

    def _inline(self, nodes: Sequence[SyntaxTreeNode], *, bare: bool = False, ends: bool = True) -> str:
        """Words one after another; they `end` a paragraph, so that the last one should not stand alone on a line."""
        html = []
        brackets = 0
        joined = list(_joined(nodes))
        for number, node in enumerate(joined, 1):
            last = ends and number == len(joined)
            if isinstance(node, str):
                html.append(_printed(node, ends=last))
                brackets += node.count("(") - node.count(")")
            else:
                html.append(self._word(node, bare=bare, inside=brackets > 0, ends=last))
        return _SPACE_BEFORE_TAG.sub(r"\2\1", "".join(html))

    def _word(self, node: SyntaxTreeNode, *, bare: bool, inside: bool, ends: bool) -> str:
        match node.type:
            case "strong" | "em":
                return _element(node.type, self._inline(node.children, bare=bare, ends=ends))
            case "link":
                return self._link(node, bare=bare, inside=inside, ends=ends)
            case "code_inline":
                return _element("code", escape(node.content))
            case "hardbreak":
                return "<br/>"
        return _printed(_plain(node), ends=ends)  # of a picture, the words that stand for it

    def _link(self, node: SyntaxTreeNode, *, bare: bool, inside: bool, ends: bool) -> str:
        target = unquote(str(node.attrs.get("href", "")))
        words = self._inline(node.children, bare=bare, ends=ends)
        if bare:
            return words
        if target.startswith("#"):
            return _element("span", words, "ref") + self._folio(target[1:], inside=inside)
        address = _ADDRESS.fullmatch(target)
        if address:
            shown = address[1].rstrip("/")
            said = _plain(node)
            return words if shown in said else f'{words}<span class="address">{_NO_BREAK}({escape(shown)})</span>'
        sign = self._signs.get(target)
        return _element("span", self._signed(sign, words) if sign else words, "ref")

    def _folio(self, name: str, *, inside: bool) -> str:
        """Where a section is found: its page is known when the pages are laid out. `inside` brackets that are open."""
        if name not in self.anchors:
            return ""
        page = f'p.{_NO_BREAK}<a class="folio" href="#{escape(name)}"></a>'
        return f'<span class="at">, {page}</span>' if inside else f'<span class="at">{_NO_BREAK}({page})</span>'

    def _signed(self, sign: Sign, words: str) -> str:
        """An icon that stays with the first word."""
        drawn = self._icon(sign.icon)
        if sign.ink:
            drawn = f'<span style="color:{ink.css(sign.ink)}">{drawn}</span>'
        first, space, rest = words.partition(" ")
        if "<" in first or len(words) <= _SHORT_NAME:
            first, space, rest = words, "", ""
        return f'<span class="signed">{drawn}{first}</span>{space}{rest}'


def _element(tag: str, inner: str, kind: str = "") -> str:
    return f'<{tag} class="{kind}">{inner}</{tag}>' if kind else f"<{tag}>{inner}</{tag}>"


def _printed(text: str, *, ends: bool) -> str:
    """Escaped, with French typography."""
    plain = _AMOUNTS.sub(f"{_NO_BREAK}/{_NO_BREAK}", text.replace("*", _STAR))
    return typeset.markup(typeset.display(plain) if ends else typeset.typeset(plain)).replace(_STAR, "*")


def _joined(nodes: Sequence[SyntaxTreeNode]) -> Iterable[SyntaxTreeNode | str]:
    """Texts that follow each other as one, over the ends of lines: typography looks at neighbours."""
    text = ""
    for node in nodes:
        if node.type in ("text", "softbreak"):
            text += node.content if node.type == "text" else " "
            continue
        if text:
            yield text
        text = ""
        yield node
    if text:
        yield text


def _plain(node: SyntaxTreeNode) -> str:
    """The words without any markup."""
    if not node.children:
        return " " if node.type in ("softbreak", "hardbreak") else node.content
    return "".join(_plain(child) for child in node.children)


def _letters(node: SyntaxTreeNode) -> int:
    return sum(_letters(child) for child in node.children) or len(node.content)


def _whole(node: SyntaxTreeNode) -> str:
    return " whole" if _letters(node) <= _WHOLE_LETTERS else ""


def _ahead(node: SyntaxTreeNode, after: SyntaxTreeNode | None) -> str:
    """A paragraph that announces what follows stays with it."""
    announces = after is not None and after.type != "heading" and _plain(node).rstrip().endswith(":")
    return "ahead" if announces else ""


def _column(cells: Sequence[SyntaxTreeNode]) -> str:
    """How a column stands: as its author says, otherwise numbers in the middle."""
    align = str(cells[0].attrs.get("style", "")).removeprefix("text-align:")
    if align:
        return align
    texts = [_plain(cell).strip() for cell in cells[1:]]
    numbers = [text for text in texts if _NUMERIC.fullmatch(text)]
    short = all(len(text) <= _SHORT_CELL or _NUMERIC.fullmatch(text) for text in texts)
    return "center" if numbers and short else ""
