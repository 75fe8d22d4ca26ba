"""Check a content repository: find files, check the changed ones on all cores, then products, then apply policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks import engine
from pipeline.checks.built_in import no_game, unexpected_file, unreadable_file
from pipeline.checks.rule import Context, FileFacts, Placed, ProductFacts, rule
from pipeline.core.digest import digest
from pipeline.core.finding import START, Finding, Message, Problem, Related, say
from pipeline.core.suggest import nearest
from pipeline.print import fit
from pipeline.project import configuration, layout, policy, reviews
from pipeline.project.cache import Cache, Record, body
from pipeline.project.duplicates import compare, open_index
from pipeline.project.options import Options as Options  # noqa: PLC0414, TC001 - others import it from here
from pipeline.project.tool import tool_digest
from pipeline.project.work import Forks, crew, default_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from pipeline.kinds.base import Product
    from pipeline.project.index import Index
    from pipeline.project.layout import ContentFile, GameFolder
    from pipeline.project.work import Crew

BAD_LAYOUT = "The measures of the templates cannot be read: {problem}."
BAD_LAYOUT_HINT = "Compare it with the layout.json that comes with livret."

# What the last check learned stays: a command is over before anybody needs the room, and freeing it piece by piece
# takes as long as all rules over many files.
_last: tuple[object, ...] = ()
_FEW_BYTES = 400_000
_MOST_NAMED = 8


class Report(NamedTuple):
    """The result of a check."""

    findings: tuple[Finding, ...]
    files: Mapping[str, int]
    """Every file that was checked, with the number of questions in it."""
    waived: tuple[str, ...]
    """The files of waived findings."""
    known: tuple[str, ...]
    """The files of findings that the baseline already lists."""


class LoadedGame(NamedTuple):
    """A game whose game.yaml could be read, with its files."""

    folder: GameFolder
    result: engine.GameResult
    files: tuple[ContentFile, ...]
    digest: str
    layouts: Mapping[str, bytes]
    """The measures of the game's own templates: `booklet/layout.json`."""


class _State(NamedTuple):
    root: Path
    contexts: Mapping[tuple[str, str], Context]
    known: Mapping[str, Record]
    """Records of files whose times have changed: their bytes may still be the same, after a checkout for example."""
    remember: bool


class _Task(NamedTuple):
    """A file to check. Whoever has our files reads it; to others its bytes are sent."""

    file: ContentFile
    raw: bytes | None = None
    problem: str = ""


class _Checked(NamedTuple):
    path: str
    digest: str
    findings: tuple[Finding, ...]
    facts: FileFacts | None
    dated: bool
    body: str = ""
    """As the cache keeps it."""


def check(
    root: Path,
    options: Options,
    *,
    progress: Callable[[int, int], None] | None = None,
    workers: Crew | None = None,
) -> Report:
    """Check everything under content/. `progress` hears how many of the changed files are done."""
    settings, findings = configuration.load(root)
    if workers is None:
        with crew(options.jobs or settings.jobs or default_jobs(), options.cluster) as own:
            return _check(root, options, settings, findings, progress, own)
    return _check(root, options, settings, findings, progress, workers)


def _check(
    root: Path,
    options: Options,
    settings: configuration.Configuration,
    findings: list[Finding],
    progress: Callable[[int, int], None] | None,
    workers: Crew,
) -> Report:
    cache = Cache(root, enabled=options.cache)
    games, game_findings = load_games(root)
    findings += game_findings
    tool = tool_digest() if options.cache else ""
    checked = _check_files(root, games, options, workers, cache, tool, progress)
    findings += [finding for one in checked.values() for finding in one.findings]
    products = product_facts(games, {path: one.facts for path, one in checked.items() if one.facts is not None})
    compared = compare(
        root,
        products,
        {path: one.digest for path, one in checked.items()},
        settings,
        options,
        tool=tool,
        workers=workers,
        whole=_is_whole(findings, games, products),
    )
    pairs = compared.pairs
    if _lacks_products(findings, games):  # how rare words are decides what is alike
        pairs = tuple(pair for pair in pairs if pair.verdict not in ("review", "reverse"))
    findings += engine.check_products(products, pairs)
    findings += compared.findings
    findings += reviews.findings(root, products)
    applied = policy.apply(findings, products, settings, options, root)
    files = {f"content/{loaded.folder.name}/game.yaml": 0 for loaded in games}
    files |= {path: _questions(one.facts) for path, one in checked.items()}
    global _last  # noqa: PLW0603 - only to be kept
    _last = checked, products
    return Report(applied.findings, files, applied.waived, applied.known)


def _is_whole(findings: Iterable[Finding], games: Sequence[LoadedGame], products: Sequence[ProductFacts]) -> bool:
    """Whether every question of the bank could be read."""
    files = [file for product in products for file in product.files]
    lacking = _lacks_products(findings, games)
    return not lacking and all(file.whole and not any(group.refused for group in file.groups) for file in files)


def _lacks_products(findings: Iterable[Finding], games: Sequence[LoadedGame]) -> bool:
    """Whether a game.yaml is so wrong that products of it were not read."""
    read = {f"content/{loaded.folder.name}/game.yaml" for loaded in games}
    unread = any(found.path.endswith("/game.yaml") and found.path not in read for found in findings)
    half = any(
        loaded.result.game and set(loaded.result.game.products) - set(loaded.result.products) for loaded in games
    )
    return unread or half


def indexed(root: Path, options: Options) -> Index:
    """The index of all questions, up to date; findings are of no interest."""
    settings, _ = configuration.load(root)
    cache = Cache(root, enabled=options.cache)
    games, _ = load_games(root)
    tool = tool_digest()
    workers = Forks(options.jobs or settings.jobs or default_jobs())
    checked = _check_files(root, games, options, workers, cache, tool, None)
    products = product_facts(games, {path: one.facts for path, one in checked.items() if one.facts is not None})
    digests = {path: one.digest for path, one in checked.items()}
    return open_index(root, products, digests, options, tool=tool, workers=workers)


def load_games(root: Path) -> tuple[list[LoadedGame], list[Finding]]:
    """Every game.yaml, and what is wrong with them and with files that belong to no product."""
    games: list[LoadedGame] = []
    findings = [
        finding("unexpected-file", path, say(unexpected_file.NO_GAME), say(unexpected_file.NO_GAME_HINT))
        for path in layout.loose_files(root)
    ]
    for folder in layout.game_folders(root):
        findings += [unreadable(path, problem) for path, problem in folder.unreadable]
        game_path = f"content/{folder.name}/game.yaml"
        if game_path not in folder.files:
            others = list(folder.files)
            if others and game_path not in dict(folder.unreadable):
                message, hint = say(unexpected_file.NO_GAME), say(unexpected_file.NO_GAME_HINT)
                findings.append(finding("unexpected-file", others[0], message, hint))
            continue
        try:
            raw = (root / game_path).read_bytes()
        except OSError as error:
            findings.append(unreadable(game_path, error.strerror or str(error)))
            continue
        result = engine.check_game(game_path, raw, folder.name)
        findings += result.findings
        game = result.game
        if game is None:
            continue
        if f"content/{folder.name}/rules.md" in folder.files and "rules" not in game.products:
            result = result._replace(products={**result.products, "rules": undeclared_rulebook()})
        files, others = layout.product_files(folder, result.products, layout.suffixes_of(result.products))
        # A product that could not be read has said so already: its files are not strangers.
        declared = {*game.products, *result.products}
        findings += [
            _unexpected(path, declared) for path in others if _product_of(path) not in declared - set(result.products)
        ]
        layouts, faulty = _own_layouts(root, folder.name)
        findings += faulty
        games.append(LoadedGame(folder, result, tuple(files), digest(raw + b"".join(layouts.values())), layouts))
    if not games and not any(found.severity == "error" for found in findings):
        findings = [_no_game(findings)]
    return games, findings


def _no_game(findings: list[Finding]) -> Finding:
    """Nothing was checked, and no error says why: one that names the folders which are no games."""
    related = tuple(Related(found.span, found.message, found.path) for found in findings[:_MOST_NAMED])
    return finding("no-game", "content", say(no_game.MESSAGE), say(no_game.HINT))._replace(related=related)


def _own_layouts(root: Path, game: str) -> tuple[dict[str, bytes], list[Finding]]:
    """The layouts of a game's own templates, and what is wrong with them."""
    layouts: dict[str, bytes] = {}
    findings = []
    for place in sorted((root / "content" / game / "templates").glob("*/layout.json")):
        name = f"{place.parent.name}/{place.name}"
        path = f"content/{game}/templates/{name}"
        try:
            raw = layout.read(root, path)
            for large in (False, True):
                fit.layout(place.parent.name, {name: raw}, large=large)
            layouts[name] = raw
        except OSError as error:
            findings.append(unreadable(path, error.strerror or str(error)))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            message = say(BAD_LAYOUT, problem=type(error).__name__)
            findings.append(finding("template-fault", path, message, say(BAD_LAYOUT_HINT)))
    return layouts, findings


def undeclared_rulebook() -> Product:
    """A rules.md is a rulebook even if game.yaml does not say so."""
    from pipeline.kinds.rulebook import RulebookProduct

    return RulebookProduct(kind="rulebook", title="Règle du jeu")


def contexts_of(games: list[LoadedGame], today: str) -> dict[tuple[str, str], Context]:
    """What rules may know about each product, by game folder and product."""
    return {
        (loaded.folder.name, name): Context(
            game=loaded.result.game,
            product=product,
            product_id=name,
            today=today,
            products=loaded.result.products,
            layout=fit.layout(product.kind, loaded.layouts),
        )
        for loaded in games
        if loaded.result.game is not None
        for name, product in loaded.result.products.items()
    }


def product_facts(games: list[LoadedGame], facts: Mapping[str, FileFacts]) -> tuple[ProductFacts, ...]:
    """The facts of every declared product."""
    return tuple(
        _product_facts(loaded, name, product, facts)
        for loaded in games
        for name, product in loaded.result.products.items()
    )


def finding(rule_name: str, path: str, message: Message, hint: Message) -> Finding:
    """A finding about a whole file."""
    found = rule(rule_name)
    return Finding(path, START, found.name, found.code, found.severity, message, hint)


def unreadable(path: str, problem: str) -> Finding:
    """A file that cannot be read is a finding, not a crash."""
    return finding("unreadable-file", path, say(unreadable_file.MESSAGE, problem=problem), say(unreadable_file.HINT))


def _product_facts(loaded: LoadedGame, name: str, product: Product, facts: Mapping[str, FileFacts]) -> ProductFacts:
    document = loaded.result.document
    path = f"content/{loaded.folder.name}/game.yaml"
    declared = Placed(path, Problem(document.span(("products", name), key=True), say("")))
    own = tuple(facts[file.path] for file in loaded.files if file.product == name and file.path in facts)
    lost = [file.path for file in loaded.files if file.product == name and file.path not in facts]
    lost += [path for path, _ in loaded.folder.unreadable if path.count("/") > 1 and _product_of(path) == name]
    own += tuple(FileFacts(path, loaded.folder.name, name, False, ()) for path in lost)
    return ProductFacts(game=loaded.folder.name, id=name, product=product, declared=declared, files=own)


def _check_files(
    root: Path,
    games: list[LoadedGame],
    options: Options,
    workers: Crew,
    cache: Cache,
    tool: str,
    progress: Callable[[int, int], None] | None,
) -> dict[str, _Checked]:
    """Every content file's findings and facts: from the cache where nothing changed, otherwise checked now."""
    checked: dict[str, _Checked] = {}
    todo: list[ContentFile] = []
    keys: dict[str, str] = {}
    known: dict[str, Record] = {}
    for loaded in games:
        for file in loaded.files:
            keys[file.path] = f"{tool} {loaded.digest}"
            checked[file.path] = _Checked(file.path, "", (), None, False)
            record = cache.find(file.path)
            if record is not None and record.context in (f"{keys[file.path]} -", f"{keys[file.path]} {options.today}"):
                known[file.path] = record
            if file.path in known and known[file.path].stat == tuple(file.stat):
                record = known.pop(file.path)
                checked[file.path] = _Checked(file.path, record.digest, record.findings, record.facts, False)
            else:
                todo.append(file)
    if sum(file.stat.size for file in todo) < _FEW_BYTES:
        workers = Forks(1)
    state = _State(root, contexts_of(games, options.today), known, options.cache)
    show = (lambda done: progress(done + 1, len(todo))) if progress else None
    # One file before workers are forked: rules are imported, models built and patterns compiled once for all of them.
    results = [_check_one(state, _Task(file)) for file in todo[:1]]
    tasks = [_read(root, file) if workers.far else _Task(file) for file in todo[1:]]
    results += workers.spread(_check_one, state, tasks, show)
    for file, result in zip(todo, results, strict=True):
        checked[file.path] = result
        if result.digest:
            context = f"{keys[file.path]} {options.today if result.dated else '-'}"
            cache.keep(file.path, file.stat, result.digest, context, result.body)
    cache.save(file.path for loaded in games for file in loaded.files)
    return checked


def _read(root: Path, file: ContentFile) -> _Task:
    """The task with the bytes of its file, or why there are none."""
    try:
        return _Task(file, (root / file.path).read_bytes())
    except OSError as error:
        return _Task(file, None, error.strerror or str(error))


def _check_one(state: _State, task: _Task) -> _Checked:
    file, raw, problem = task if task.raw is not None or task.problem else _read(state.root, task.file)
    if raw is None:
        return _Checked(file.path, "", (unreadable(file.path, problem),), None, False)
    bytes_digest, dated = digest(raw), b"review_by" in raw
    known = state.known.get(file.path)
    if known is not None and known.digest == bytes_digest:
        return _Checked(file.path, bytes_digest, known.findings, known.facts, dated, known.body)
    result = engine.check_file(file.path, raw, state.contexts[file.game, file.product])
    written = body(result.findings, result.facts) if state.remember else ""
    return _Checked(file.path, bytes_digest, result.findings, result.facts, dated, written)


def _questions(facts: FileFacts | None) -> int:
    return sum(bool(entry.type) for group in facts.groups for entry in group.entries) if facts else 0


def _product_of(path: str) -> str:
    inner = path.split("/")[2]
    return inner.rsplit(".", 1)[0]


def _unexpected(path: str, declared: set[str]) -> Finding:
    """Why a file belongs to no product: its extension, its folder, or its name."""
    name = _product_of(path)
    listed = say(unexpected_file.HINT, products=", ".join(sorted(declared)))
    if name in declared:
        stem, _, suffix = path.rpartition(".")
        if suffix.lower() in ("yml", "yaml") and suffix != "yaml":
            renamed = f"{stem.rpartition('/')[2]}.yaml"
            message, hint = say(unexpected_file.EXTENSION, suffix=suffix), say(unexpected_file.RENAME, name=renamed)
            return finding("unexpected-file", path, message, hint)
        if path.count("/") > 3:
            folder = "/".join(path.split("/")[:3])
            message, hint = say(unexpected_file.TOO_FAR, name=name), say(unexpected_file.MOVE, folder=folder)
            return finding("unexpected-file", path, message, hint)
        return finding("unexpected-file", path, say(unexpected_file.OTHER, name=name), say(unexpected_file.OTHER_HINT))
    best = nearest(name, declared)
    message = say(unexpected_file.NEAR, name=name, best=best) if best else say(unexpected_file.MESSAGE, name=name)
    return finding("unexpected-file", path, message, listed)
