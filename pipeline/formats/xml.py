"""XML from elsewhere, read without entities, document types or anything outside the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from pipeline.core.pattern import lazy
from pipeline.formats.base import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

NOT_XML = "The file is not readable XML: {problem}, line {line}."
DOCTYPE = "The file is refused: it declares a document type, which a spreadsheet or a quiz does not need."
TOO_DEEP = "The file is refused: its XML is nested deeper than {limit} levels."

_MOST_LEVELS = 100
_FORBIDDEN = lazy("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def clean(text: str) -> str:
    """A text as XML, in an element or an attribute; characters that XML forbids are left out."""
    if "&" in text or "<" in text or ">" in text or '"' in text:
        text = text.translate(_MARKUP)
    return text if text.isprintable() else _FORBIDDEN.sub("", text)


def cdata(markup: str) -> str:
    """HTML as Moodle itself writes it: programs beside Moodle often know no other form."""
    return f"<![CDATA[{_FORBIDDEN.sub('', markup).replace(']]>', ']]&gt;')}]]>" if markup else ""


class Node:
    """An element: its name without the name space, its attributes, children, text, and where it starts."""

    __slots__ = ("attributes", "children", "column", "line", "name", "text")

    def __init__(self, name: str, attributes: dict[str, str], line: int, column: int = 1) -> None:
        self.name = name
        self.attributes = attributes
        self.line, self.column = line, column
        self.children: list[Node] = []
        self.text = ""

    def all(self, name: str) -> Iterator[Node]:
        """The children of that name."""
        return (child for child in self.children if child.name == name)

    def first(self, name: str) -> Node | None:
        return next(self.all(name), None)

    def said(self, *names: str) -> str:
        """The text of the first child of that name, and of its child, and so on; empty if there is none."""
        node: Node | None = self
        for name in names:
            node = node.first(name) if node else None
        return node.text.strip() if node else ""


def tree(chunks: Iterable[bytes]) -> Node:
    """A whole document."""
    root = Node("", {}, 0)
    stack = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        named = {local(key): value for key, value in attributes.items()}
        node = Node(local(name), named, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        stack[-1].children.append(node)
        stack.append(node)

    def end(_name: str) -> None:
        stack.pop()

    def text(data: str) -> None:
        stack[-1].text += data

    parser = parse(start, end, text)
    feed(parser, chunks)
    return root.children[0]


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]


def parse(
    start: Callable[[str, dict[str, str]], None], end: Callable[[str], None], text: Callable[[str], None]
) -> expat.XMLParserType:
    """A parser with these handlers that refuses whatever could reach out of the file or blow up inside it."""
    parser = expat.ParserCreate()
    depth = 0

    def deeper(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _MOST_LEVELS:
            raise UnreadableError(TOO_DEEP, limit=_MOST_LEVELS)
        start(name, attributes)

    def back(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(name)

    parser.StartElementHandler = deeper
    parser.EndElementHandler = back
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse  # type: ignore[assignment]
    parser.buffer_text = True
    return parser


def feed(parser: expat.XMLParserType, chunks: Iterable[bytes], *, last: bool = True) -> None:
    """Parse a document piece by piece; with `last` it ends here."""
    try:
        for piece in chunks:
            parser.Parse(piece, False)
        if last:
            parser.Parse(b"", True)
    except expat.ExpatError as error:
        problem = expat.errors.messages.get(error.code, "syntax error")
        raise UnreadableError(NOT_XML, problem=problem, line=error.lineno) from error
    except (LookupError, ValueError) as error:
        raise UnreadableError(NOT_XML, problem=str(error), line=parser.CurrentLineNumber) from error


def _refuse(*_: Any) -> None:
    raise UnreadableError(DOCTYPE)
