"""Lines that YAML cannot read because of where they stand: indentation, dashes, colons and brackets.

libyaml says where its reading ended, which may be far from the slip. Here the few changes that an author may have meant
are tried around that place. The first one with which reading gets into the next entry is the repair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yaml.error import MarkedYAMLError, YAMLError

from pipeline.core.finding import Message, say
from pipeline.core.pattern import lazy
from pipeline.source import tree
from pipeline.source.keys import KEYS

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

INDENTED = "Spaces before this line: {found}; before its neighbours: {wanted}."
CONTINUES = "A text that goes on must be indented deeper than its key."
INDENT_HINT = "Write {wanted} spaces before it, or run `livret check --fix`."
DASH = "A dash is missing here: each entry of a list starts with one."
GAP = "A space is missing after the dash."
COLON = "A colon is missing after “{key}”."
OPEN = "“{sign}” is opened here and not closed."
EXTRA = "“{sign}” closes nothing here."
COMMA = "A comma is missing before “{key}”."
CORRECTED = "Write this line, or run `livret check --fix`:\n{line}"

_KEY = lazy(r"(?P<key>[\w-]+|\"[^\"]*\") *:(?: |$)")
_ITEM = lazy(r" *- ")
_LINE = lazy(r" *(?P<dashes>(?:- +)*)")
_NO_GAP = lazy(r" *-(?=[^\s-])")
_NO_COLON = lazy(r" *(?:- +)*(?P<key>[a-z_]+)(?P<colon>[：=]?) ?(?=[^\s:=])")
_BARE = lazy(r" *(?:- +)*(?P<key>[\w-]+)$")
_END = lazy(r"(?P<sign>[\]}])[\]}]*,?(?P<rest> *(?: #.*)?)$")
_BRACKET_VALUE = lazy(r"(?::|-|^|[\[{,]) *[\[{].*[\]}]+,? *$")
_NO_COMMA = lazy(r"(?<=[^\s,{\[:]) +(?P<key>[\w-]+)(?=: )")
_BRACE_KEYS = frozenset(
    "amount colors count each effect equal higher kind lower marks max min players print product table values".split()
)
_PAIRS = {"[": "]", "{": "}"}
_FAR = 200
"""How many lines above are looked at for the columns of lists and keys."""
_OUTWARDS = 3
"""A line stands too deep by so many columns at most: further out it would belong to something else."""
_MOST_BYTES = 300_000


class Change(NamedTuple):
    """Characters of a line (counted from 0) that are written in another way."""

    line: int
    start: int
    end: int
    new: str


class Slip(NamedTuple):
    """What is wrong with a line, which of its characters show it, and the changes that repair it."""

    line: int
    start: int
    end: int
    message: Message
    hint: Message
    changes: tuple[Change, ...]
    rule: str = "yaml-syntax"


class Patience:
    """How much text may still be read to try repairs."""

    def __init__(self) -> None:
        self.left = 2_000_000


def find(lines: Sequence[str], error: YAMLError, quoted: Container[int], patience: Patience) -> Slip | None:
    """The slip that `error` comes from, if one change around it lets reading go on.

    Below lines that were `quoted` another slip is not looked for: their repair may be the wrong one.
    """
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return None
    at = min(error.problem_mark.line, len(lines) - 1)
    for slip in _slips(lines, at, error):
        if slip.line not in quoted and _above(lines, slip.line) not in quoted and _helps(lines, slip, at, patience):
            return slip
    return None


def find_bracket(lines: Sequence[str], error: YAMLError, patience: Patience) -> Slip | None:
    """A bracket too many or too few on a line whose values are brackets themselves, and so no text."""
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return None
    at = min(error.problem_mark.line, len(lines) - 1)
    suspects = [number for number in (at, _above(lines, at)) if number >= 0 and _BRACKET_VALUE.search(lines[number])]
    for slip in (slip for number in suspects for slip in _brackets(lines, number, error)):
        if _helps(lines, slip, at, patience):
            return slip
    return None


def missing_dash(lines: Sequence[str], number: int, column: int, patience: Patience) -> Slip | None:
    """The dash that is missing before the key at `column`, where the keys of an entry start for the second time."""
    for slip in _dashes(lines, number):
        if slip.changes[0].start == column - 2 and _helps(lines, slip, number, patience):
            return slip
    return None


def lone_marker(lines: Sequence[str], number: int, patience: Patience) -> Slip | None:
    """The `---` or `...` that ends the document, where what follows it goes on with what stands above."""
    for slip in _markers(lines, number):
        if _helps(lines, slip, len(lines) - 1, patience):
            return slip
    return None


def is_orphan(lines: Sequence[str], number: int) -> bool:
    """Whether a list starts in a line to which no key belongs."""
    above = _above(lines, number)
    while above >= 0 and lines[above].lstrip().startswith("#"):
        above = _above(lines, above)
    if not 0 <= number < len(lines) or not _ITEM.match(lines[number]) or above < 0:
        return False
    is_first = all(_indent(line) != _indent(lines[number]) for line in lines[:number] if _ITEM.match(line))
    return is_first and _KEY.match(lines[above]) is not None and not lines[above].rstrip().endswith(":")


def apply(lines: list[str], changes: Sequence[Change]) -> None:
    """Make the changes."""
    for change in changes:
        line = lines[change.line]
        lines[change.line] = line[: change.start] + change.new + line[change.end :]


def _helps(lines: Sequence[str], slip: Slip, at: int, patience: Patience) -> bool:
    """Whether reading gets into the entry after the slip, and finds no key twice."""
    tried = list(lines[: _horizon(lines, max(at, slip.changes[-1].line), slip.line) + 1])
    apply(tried, slip.changes)
    text = "\n".join(tried)
    patience.left -= len(text)
    if patience.left < 0 or len(text) > _MOST_BYTES:
        return False
    try:
        read = tree.build(text)
    except YAMLError:
        return False
    return not any(problem.rule == "duplicate-key" and problem.span.line > slip.line for problem in read.problems)


def _horizon(lines: Sequence[str], at: int, slipped: int) -> int:
    """The line where the next entry of the outermost list starts; the last line when there is none."""
    items = [_indent(line) for n, line in enumerate(lines) if n != slipped and _ITEM.match(line)]
    outermost = min(items, default=0)
    for number in range(at + 1, len(lines)):
        if _ITEM.match(lines[number]) and _indent(lines[number]) == outermost:
            return number
    return len(lines) - 1


def _slips(lines: Sequence[str], at: int, error: MarkedYAMLError) -> Iterator[Slip]:
    context = error.context_mark
    opened = min(context.line, len(lines) - 1) if context is not None else at
    if context is not None and "flow" in (error.context or ""):
        yield from _open_brackets(lines, opened, context.column)
    suspects = [at, _above(lines, at)]
    if "simple key" in (error.context or ""):
        suspects.insert(0, opened)
    for number in dict.fromkeys(suspects):
        if number < 0 or not lines[number].strip() or lines[number].lstrip().startswith("#"):
            continue
        yield from _markers(lines, number)
        yield from _of_line(lines, number)
        yield from _extra_brackets(lines, number)
    suspects = [number for number in dict.fromkeys(suspects) if number >= 0 and lines[number].strip()]
    alone = [slip for number in suspects for slip in _moved(lines, number, whole=False)]
    yield from sorted(alone, key=_distance)
    for number in suspects:
        yield from _moved(lines, number, whole=True)


def _distance(slip: Slip) -> int:
    """How far a line is moved."""
    return sum(abs(len(change.new) - (change.end - change.start)) for change in slip.changes)


def _markers(lines: Sequence[str], number: int) -> Iterator[Slip]:
    marker = lines[number].rstrip()
    if marker in ("---", "..."):
        change = Change(number, 0, len(lines[number]), "")
        hint = say(tree.SEVERAL_HINT, marker=marker)
        yield Slip(number, 0, 3, say(tree.SEVERAL), hint, (change,), rule="several-documents")


def _of_line(lines: Sequence[str], number: int) -> Iterator[Slip]:
    line = lines[number]
    body = len(line) - len(line.lstrip(" "))
    gap = _NO_GAP.match(line)
    if gap:
        yield _written(lines, number, (gap.end() - 1, gap.end()), say(GAP), Change(number, gap.end(), gap.end(), " "))
    colon = _NO_COLON.match(line)
    if colon and colon["key"] in KEYS:
        end = colon.end("key")
        change = Change(number, end, colon.end(), ": ")
        yield _written(lines, number, (colon.start("key"), end), say(COLON, key=colon["key"]), change)
    bare = _BARE.match(line)
    if bare and _has_children(lines, number):
        change = Change(number, len(line), len(line), ":")
        yield _written(lines, number, (bare.start("key"), len(line)), say(COLON, key=bare["key"]), change)
    if (
        not _KEY.match(line, _start(line))
        and not _ITEM.match(line)
        and not line[body:].startswith(("{", "[", "-", "..."))
        and not (colon and colon["key"] in KEYS)
    ):
        yield from _deeper(lines, number, body)
    yield from _dashes(lines, number)


def _moved(lines: Sequence[str], number: int, *, whole: bool) -> Iterator[Slip]:
    """The line in the columns of its neighbours, alone or with the whole of what is indented below it."""
    found = _indent(lines[number])
    key = _KEY.match(lines[number], _start(lines[number]))
    if not key and not _ITEM.match(lines[number]):
        return
    for wanted in _columns(lines, number):
        if wanted % 2 and not whole:
            continue  # rather than this line, the one beside it stands in the wrong column
        message, hint = say(INDENTED, found=found, wanted=wanted), say(INDENT_HINT, wanted=wanted)
        last = _block(lines, number, wanted) if whole else number + 1
        changes = tuple(_shift(lines, n, wanted - found) for n in range(number, last) if lines[n].strip())
        yield Slip(number, found, key.end("key") if key else found + 1, message, hint, changes)


def _deeper(lines: Sequence[str], number: int, body: int) -> Iterator[Slip]:
    above = _above(lines, number)
    if above >= 0 and _KEY.match(lines[above], _start(lines[above])):
        wanted = _start(lines[above]) + 2
        if wanted > body:
            hint = say(INDENT_HINT, wanted=wanted)
            yield Slip(number, body, len(lines[number]), say(CONTINUES), hint, (Change(number, 0, body, " " * wanted),))


def _dashes(lines: Sequence[str], number: int) -> Iterator[Slip]:
    """The line as an entry of the lists above it."""
    line = lines[number]
    if _ITEM.match(line):
        return
    indent = _indent(line)
    beside = [lines[n] for n in (_above(lines, number), number + 1) if 0 <= n < len(lines)]
    if any(
        _ITEM.match(other) and _indent(other) == indent and not _KEY.match(other, _start(other)) for other in beside
    ):
        yield _written(lines, number, (indent, indent + 1), say(DASH), Change(number, indent, indent, "- "))
    columns = {
        _indent(other)
        for other in lines[max(0, number - _FAR) : number + _FAR]
        if _ITEM.match(other) and _starts_alike(line, other)
    }
    for column in sorted(columns, key=lambda c: abs(c + 2 - indent)):
        end = min(column + 2, indent)
        change = Change(number, min(column, indent), end, " " * max(column - indent, 0) + "- ")
        yield _written(lines, number, (indent, indent + 1), say(DASH), change)


def _has_children(lines: Sequence[str], number: int) -> bool:
    """Whether the next line is one of a list or a mapping below this one."""
    below = next((line for line in lines[number + 1 : number + 4] if line.strip()), "")
    start = _start(lines[number])
    return bool(
        (_ITEM.match(below) and _indent(below) >= start)
        or (_KEY.match(below, _indent(below)) and _indent(below) > start)
    )


def _starts_alike(line: str, item: str) -> bool:
    """Whether a line starts as an entry of a list does: with the same key, or a brace."""
    key, first = _KEY.match(line, _indent(line)), _KEY.match(item, _start(item))
    if key and first:
        return key["key"] == first["key"]
    return line.lstrip()[:1] == item[_start(item) : _start(item) + 1] == "{"


def _open_brackets(lines: Sequence[str], number: int, column: int) -> Iterator[Slip]:
    """A bracket that is closed at the end of its line. Where it goes on over lines, nobody knows where it should."""
    line = lines[number]
    sign = line[column : column + 1]
    if sign in _PAIRS:
        if line[column + 1 : column + 2] == sign:
            change = Change(number, column, column + 1, "")
            yield _written(lines, number, (column, column + 1), say(OPEN, sign=sign), change)
        end = len(line.rstrip().removesuffix(","))
        change = Change(number, end, end, _PAIRS[sign])
        yield _written(lines, number, (column, column + 1), say(OPEN, sign=sign), change)


def _brackets(lines: Sequence[str], number: int, error: MarkedYAMLError) -> Iterator[Slip]:
    context = error.context_mark
    if context is not None and context.line == number and "flow" in (error.context or ""):
        yield from _open_brackets(lines, number, context.column)
    yield from _extra_brackets(lines, number)
    yield from _commas(lines, number)


def _commas(lines: Sequence[str], number: int) -> Iterator[Slip]:
    """A comma that is missing between two entries in braces."""
    for found in _NO_COMMA.finditer(lines[number]):
        if found["key"] in KEYS or found["key"] in _BRACE_KEYS:
            change = Change(number, found.start(), found.start(), ",")
            marked = found.start("key"), found.end("key")
            yield _written(lines, number, marked, say(COMMA, key=found["key"]), change)


def _extra_brackets(lines: Sequence[str], number: int) -> Iterator[Slip]:
    """A bracket too many at the end of the line."""
    found = _END.search(lines[number])
    if found:
        end = found.start("rest")
        change = Change(number, end - 1, end, "")
        yield _written(lines, number, (end - 1, end), say(EXTRA, sign=lines[number][end - 1]), change)


def _written(lines: Sequence[str], number: int, marked: tuple[int, int], message: Message, change: Change) -> Slip:
    line = lines[number]
    corrected = line[: change.start] + change.new + line[change.end :]
    return Slip(number, *marked, message, say(CORRECTED, line=corrected.strip()), (change,))


def _columns(lines: Sequence[str], number: int) -> list[int]:
    """Where a line of this sort may stand: columns of the lines around it, the nearest first."""
    is_item = _ITEM.match(lines[number]) is not None
    found = _indent(lines[number])
    below = next((n for n in range(number + 1, len(lines)) if lines[n].strip()), None)
    around = [n for n in range(number - 1, max(-1, number - _FAR), -1) if lines[n].strip()]
    columns = []
    above = lines[around[0]] if around else ""
    if is_item and above.rstrip().endswith(":") and _KEY.match(above, _start(above)):
        columns.append(_start(above) + 2)
    for n in [*around[:1], *([] if below is None else [below]), *around[1:]]:
        if _ITEM.match(lines[n]):
            columns.append(_indent(lines[n]))
            if not is_item:
                columns[-1] = _start(lines[n])
        elif not is_item and _KEY.match(lines[n], _indent(lines[n])):
            columns.append(_indent(lines[n]))
    distinct = dict.fromkeys(column for column in columns if column != found and column >= found - _OUTWARDS)
    return sorted(distinct, key=lambda column: abs(column - found))[:5]


def _block(lines: Sequence[str], number: int, wanted: int) -> int:
    """The line behind what stands below line `number`, as far as it is indented like it or deeper."""
    indent = _indent(lines[number])
    last = number + 1
    while last < len(lines) and (
        not lines[last].strip()
        or (_indent(lines[last]) >= indent and not (_ITEM.match(lines[last]) and _indent(lines[last]) == wanted))
    ):
        last += 1
    return last


def _shift(lines: Sequence[str], number: int, by: int) -> Change:
    return Change(number, 0, 0, " " * by) if by > 0 else Change(number, 0, min(-by, _indent(lines[number])), "")


def _above(lines: Sequence[str], number: int) -> int:
    number -= 1
    while number >= 0 and not lines[number].strip():
        number -= 1
    return number


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _start(line: str) -> int:
    """The column behind the dashes."""
    found = _LINE.match(line)
    assert found is not None, "everything is optional"
    return found.end()
