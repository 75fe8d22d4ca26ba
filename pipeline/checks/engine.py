"""Run the rules: over one file, over one game.yaml, over the facts of many files. Pure: no disk, no clock."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks.rule import (
    Checks,
    Context,
    EntryFact,
    FileFacts,
    GameContext,
    GroupFact,
    Placed,
    ProductFacts,
    collect_checks,
    rule,
)
from pipeline.core.finding import Finding, Problem, say
from pipeline.core.folding import answer_key, hear, number_of
from pipeline.kinds.base import Content
from pipeline.kinds.game import kind_of, read_game
from pipeline.source.document import Document, load
from pipeline.types import TYPES
from pipeline.types.base import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pipeline.checks.rule import Pair
    from pipeline.core.finding import Edit, Span
    from pipeline.kinds.base import Entry, Group, Product
    from pipeline.kinds.game import Game

MORE = "{count} more findings of this rule in this file."
MORE_HINT = "Repair the ones above first."
MORE_BANK = "{count} more findings of this rule in other files."
_MOST_PER_RULE = 50
_MOST_ALIKE = 200


class Repair(NamedTuple):
    """The edits that repair one finding, and whose finding it is: a waived one is not repaired."""

    rule: str
    entry: str
    edits: tuple[Edit, ...]


class FileResult(NamedTuple):
    """Everything that checking one file has to say."""

    findings: tuple[Finding, ...]
    repairs: tuple[Repair, ...]
    facts: FileFacts | None


class GameResult(NamedTuple):
    """A game.yaml: findings, and the game and products as far as they could be read."""

    findings: tuple[Finding, ...]
    repairs: tuple[Repair, ...]
    game: Game | None
    products: Mapping[str, Product]
    document: Document


@lru_cache(maxsize=1)
def checks() -> Checks:
    """All rules' functions, imported once."""
    return collect_checks(tuple(TYPES))


def read_content(raw: bytes, product: Product) -> Content:
    """A file's content by the kind of its product."""
    kind = kind_of(product)
    if kind.suffix == ".md":
        return kind.read(load_text(raw), product)
    document = load(raw)
    # A file that cannot be read has said so: its models would only say it again.
    return Content(document) if document.data is None else kind.read(document, product)


def load_text(raw: bytes) -> Document:
    """A Markdown file as a document: text and positions, no data."""
    from pipeline.source import characters

    text, problems = characters.decode(raw)
    document = Document(text or "", problems, changed=bool(problems))
    problems += characters.inspect(document.text).problems
    return document


def check_file(path: str, raw: bytes, context: Context) -> FileResult:
    """All findings of one content file, and the facts that rules over many files need."""
    content = read_content(raw, context.product)
    return check_content(path, content, context)


def check_game(path: str, raw: bytes, folder: str) -> GameResult:
    """All findings of a game.yaml."""
    document = load(raw)
    collector = _Collector(path)
    collector.add_all(document.problems)
    if document.data is None:
        return GameResult(collector.findings(), tuple(collector.repairs), None, {}, document)
    game, products, problems = read_game(document)
    collector.add_all(problems)
    if game is not None:
        context = GameContext(document=document, folder=folder, game=game, products=products)
        for found, function in checks().game:
            collector.add_all(function(context), found.name)
    return GameResult(collector.findings(), tuple(collector.repairs), game, products, document)


def check_products(products: Sequence[ProductFacts], pairs: Sequence[Pair] = ()) -> tuple[Finding, ...]:
    """The findings of rules that look at whole products, at everything together and at questions that are alike."""
    collectors: dict[str, _Collector] = {}

    def add(rule_name: str, placed: Iterable[Placed]) -> None:
        for path, problem, entry, id_ in placed:
            collectors.setdefault(path, _Collector(path)).add(problem, rule_name, entry, id_)

    for found, function in checks().product:
        for product in products:
            if not found.kinds or product.product.kind in found.kinds:
                add(found.name, function(product))
    for found, bank_function in checks().bank:
        add(found.name, bank_function(tuple(products)))
    for found, pair_function in checks().pair:
        placed = [one for pair in pairs for one in pair_function(pair)]
        shown, more = _without_flood(placed)
        add(found.name, shown)
        if more:
            last = shown[-1]
            problem = Problem(last.problem.span, say(MORE_BANK, count=more), say(MORE_HINT))
            add(found.name, [Placed(last.path, problem)])
    return tuple(finding for path in sorted(collectors) for finding in collectors[path].findings())


def _without_flood(placed: Sequence[Placed]) -> tuple[list[Placed], int]:
    """The first of many findings, and how many were left out. Those that their file only counts are kept."""
    kept: list[Placed] = []
    in_file: Counter[str] = Counter()
    shown = more = 0
    for one in placed:
        in_file[one.path] += 1
        counted = in_file[one.path] > _MOST_PER_RULE
        if not counted and shown >= _MOST_ALIKE:
            more += 1
            continue
        shown += not counted
        kept.append(one)
    return kept, more


def check_content(path: str, content: Content, context: Context) -> FileResult:
    """All findings of content that was read already."""
    collector = _Collector(path)
    document = content.document
    collector.add_all(document.problems)
    for problem, entry_path, id_ in content.problems:
        if document.recovered and not entry_path:
            continue  # a list that lost its only entry to a syntax error
        collector.add(problem, "", "/".join(map(str, entry_path)), id_)
    if document.text or document.data is not None:
        _run(collector, content, context)
    facts = _facts(path, content, context)
    return FileResult(collector.findings(), tuple(collector.repairs), facts)


def _run(collector: _Collector, content: Content, context: Context) -> None:
    all_checks = checks()
    kind = context.product.kind
    for found, file_function in all_checks.file:
        if not found.kinds or kind in found.kinds:
            collector.add_all(file_function(content.document, context), found.name)
    on_group = [
        (found.name, function) for found, function in all_checks.group if not found.kinds or kind in found.kinds
    ]
    on_entry = [
        (found.name, function) for found, function in all_checks.entry if not found.kinds or kind in found.kinds
    ]
    for group in content.groups:
        torn = _torn(content.document, group) if content.document.left_out else ()
        for entry in group.entries:
            if entry in torn:
                continue  # nobody knows what the part that could not be read would change
            if isinstance(entry.model, Question):
                _run_on_question(collector, entry, context, all_checks)
            for name, function in on_entry:
                for problem in function(entry, context):
                    collector.add(problem, name, entry.pointer, entry.id)
        starts: list[tuple[int, int]] = []
        for name, group_function in on_group:
            for problem in group_function(group, context):
                starts = starts or [entry.span()[:2] for entry in group.entries]
                collector.add(problem, name, *_owner(group, starts, problem))


def _run_on_question(collector: _Collector, entry: Entry, context: Context, all_checks: Checks) -> None:
    for name, function in all_checks.question[entry.model.type]:
        for problem in function(entry, context):
            collector.add(problem, name, entry.pointer, entry.id)
    waiting = all_checks.listening[entry.model.type]
    heard = hear(entry.model.question).words
    if waiting.words.isdisjoint(heard):
        return
    for found, function in waiting.rules:
        for problem in () if found.hears.isdisjoint(heard) else function(entry, context):
            collector.add(problem, found.name, entry.pointer, entry.id)


def _torn(document: Document, group: Group) -> list[Entry]:
    """The entries that a part of was left out, because YAML could not read it."""
    found = []
    starts = [entry.span() for entry in group.entries]
    for number, (entry, start) in enumerate(zip(group.entries, starts, strict=True)):
        end = starts[number + 1].line if number + 1 < len(starts) else None
        if any(
            start.line < line and (end is None or line < end) and indent + 1 >= start.column
            for line, indent in document.left_out
        ):
            found.append(entry)
    return found


def _owner(group: Group, starts: list[tuple[int, int]], problem: Problem) -> tuple[str, str]:
    """The entry that a group's problem stands in: the last one that starts before it."""
    number = bisect_right(starts, problem.span[:2])
    if number == 0:
        return "/".join(map(str, group.path)), group.id
    entry = group.entries[number - 1]
    return entry.pointer, entry.id


def _facts(path: str, content: Content, context: Context) -> FileFacts:
    refused = {entry_path for _, entry_path, _ in content.problems}
    groups = tuple(
        GroupFact(
            group.name,
            group.number,
            group.id,
            "/".join(map(str, group.path)),
            content.document.span(group.path) if group.path else content.document.span(("page",)),
            group.refused,
            _group_waivers(content, group),
            tuple(_entry_fact(entry) for entry in group.entries),
            group.path not in refused,
        )
        for group in content.groups
    )
    whole = not content.document.recovered and content.document.data is not None and () not in refused
    return FileFacts(
        path, context.game.game, context.product_id, whole or bool(groups and path.endswith(".md")), groups
    )


def _group_waivers(content: Content, group: Group) -> tuple[tuple[str, Span], ...]:
    return tuple((name, content.document.span((*group.path, "waive", name), key=True)) for name in group.waive)


def _entry_fact(entry: Entry) -> EntryFact:
    model = entry.model
    waive = getattr(model, "waive", None)
    waivers = tuple((name, entry.span("waive", name, key=True)) for name in waive) if waive else ()
    if isinstance(model, Question):
        texts = entry.answer_texts() if model.type != "ping-pong" else ()
        answer = answer_key(texts[0]) if texts else ""
        asked = model.asks()
        span, where = entry.document.spans(entry.path, "question")
        return EntryFact(
            entry.id, entry.pointer, span, entry.number, model.type, model.theme or "", model.difficulty or 0, answer,
            1, waivers, asked, model.answer_items(), model.answer_kind, number_of(asked), where,
        )  # fmt: skip
    count = getattr(model, "count", 1)  # cards have one; the `count` of a tuple is a method
    copies = count if isinstance(count, int) else 1
    return EntryFact(entry.id, entry.pointer, entry.span(), entry.number, "", "", 0, "", copies, waivers)


class _Collector:
    """Problems of one file become findings; a flood of one rule is cut with a count of the rest."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._found: list[Finding] = []
        self._count: Counter[str] = Counter()
        self._last: dict[str, Finding] = {}
        self.repairs: list[Repair] = []

    def add(self, problem: Problem, rule_name: str = "", entry: str = "", id_: str = "") -> None:
        name = problem.rule or rule_name
        self._count[name] += 1
        if problem.edits:
            self.repairs.append(Repair(name, entry, problem.edits))
        if self._count[name] > _MOST_PER_RULE:
            return
        found = rule(name)
        finding = Finding(
            self.path, problem.span, name, found.code, found.severity, problem.message, problem.hint, id_, entry,
            problem.related, bool(problem.edits),
        )  # fmt: skip
        self._last[name] = finding
        self._found.append(finding)

    def add_all(self, problems: Iterable[Problem], rule_name: str = "") -> None:
        for problem in problems:
            self.add(problem, rule_name)

    def findings(self) -> tuple[Finding, ...]:
        more = [
            self._last[name]._replace(
                message=say(MORE, count=count - _MOST_PER_RULE),
                hint=say(MORE_HINT),
                related=(),
                fixable=False,
                entry="",
                id="",
            )
            for name, count in self._count.items()
            if count > _MOST_PER_RULE
        ]
        return (*self._found, *more)
