"""OpenQuizzDB: its CSV, JSON and YAML files, and JSON lines with the same words. Most of its YAML is no YAML.

Its files are written by a program, line by line: `question: Qui a dit : « … » ?` is plain to a reader of lines and an
error to a reader of YAML. So lines are read here, and nothing that YAML would make of them gets lost.
"""

from __future__ import annotations

from json import JSONDecodeError, loads
from typing import TYPE_CHECKING, Any

from pipeline.core.finding import say, shorten
from pipeline.core.folding import fold
from pipeline.core.pattern import lazy
from pipeline.formats.base import Draft, Format, Lost, Rejected, UnreadableError
from pipeline.formats.csv import QUOTES, decode, rows_of
from pipeline.formats.table import with_choices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.formats.base import Event, Reading

NOT_A_QUIZ = "The file has no questions of OpenQuizzDB in it."
COLUMNS = "The row has {count} columns; OpenQuizzDB has 9, or 10 with a language."
NO_QUESTION = "There is no question in it."
NO_ANSWER = "There is no answer in it."
DAMAGED = "The line cannot be read: {problem}."

_LEVELS = {"debutant": "1", "confirme": "3", "expert": "5"}
_KEY = lazy(r"^( *)(- )?(?:- )?([\w-]+):(?: (.*))?$")
_ITEM = lazy(r"^ *- (.*)$")
_JSON_KEY = lazy(r'^\s*"([\w-]+)"\s*:\s*(.*?)\s*,?\s*$')
_JSON_TEXT = lazy(r'^\s*"(.*)"\s*,?\s*$')
_LANGUAGE = lazy(r"[a-z]{2}")
_URL = lazy(r"https?://[^\s/$.?#]\S*")
_ESCAPE = lazy(r"\\(u[0-9a-fA-F]{4}|.)")
_FIELDS = {"question", "propositions", "reponse", "anecdote"}


class _Quiz:
    """Puts the lines of a question together; what belongs to all of them is remembered."""

    def __init__(self) -> None:
        self.theme = ""
        self.level = ""
        self.language = ""
        self._line = 0
        self._texts: dict[str, str] = {}
        self._choices: list[str] = []

    def start(self, line: int) -> Iterator[Event]:
        yield from self.finish()
        self._line = line

    def put(self, key: str, text: str) -> None:
        self._texts[key] = text

    def choose(self, text: str) -> None:
        self._choices.append(text)

    def finish(self) -> Iterator[Event]:
        if self._texts:
            yield question(
                f"{self._line}",
                {**self._texts, "level": self.level, "theme": self.theme},
                self._choices,
                self.language,
            )
        self._texts, self._choices = {}, []


def question(place: str, texts: dict[str, str], choices: Sequence[str], language: str) -> Draft | Rejected:
    """A question of theirs as a draft: the anecdote and the other choices become its note."""
    asked, answer = texts.get("question", "").strip(), texts.get("reponse", "").strip()
    if not asked:
        return Rejected(place, say(NO_QUESTION), shorten(answer, 60))
    if not answer:
        return Rejected(place, say(NO_ANSWER), shorten(asked, 60))
    found = {
        "question": asked,
        "answer": answer,
        "note": with_choices(texts.get("anecdote", ""), [choice.strip() for choice in choices], [answer]),
        "difficulty": _LEVELS.get(fold(texts.get("level", "")), ""),
        "theme": texts.get("theme", "").partition("(")[0].strip(),
        "source": texts.get("source", "").strip(),
    }
    if not _URL.fullmatch(found["source"]):
        found["note"] = " ".join(filter(None, (found["note"], found["source"])))
        found["source"] = ""
    return Draft(place, {key: value for key, value in found.items() if value}, language=language)


def read(raw: bytes, reading: Reading) -> Iterator[Event]:
    """The questions of a file, whatever of its three forms it has."""
    text = decode(raw)[0].replace("\r\n", "\n").replace("\r", "\n")
    name = reading.name.lower()
    events = _json_lines(text) if name.endswith(".jsonl") else None
    if events is None:
        start = text.lstrip()[:1]
        events = _csv(text) if name.endswith(".csv") else _json(text) if start == "{" else _yaml(text)
    seen = False
    for event in events:
        seen = True
        yield event
    if not seen:
        raise UnreadableError(NOT_A_QUIZ)


def _csv(text: str) -> Iterator[Event]:
    """Number; language if there are several; question; answer; three other choices; level; anecdote; source."""
    odd: list[int] = []
    for line, cells in rows_of(text, ";", odd):
        language, row = "fr", cells
        if len(row) == 10 and _LANGUAGE.fullmatch(row[1].strip()):
            language, row = row[1].strip(), [row[0], *row[2:]]
        if len(row) != 9:
            yield Rejected(f"{line}", say(COLUMNS, count=len(row)), shorten(";".join(row), 60))
            continue
        texts = {"question": row[1], "reponse": row[2], "level": row[6], "anecdote": row[7], "source": row[8]}
        yield question(f"{line}", texts, row[3:6], language)
    yield from (Lost(f"{line}", say(QUOTES)) for line in odd)


def _yaml(text: str) -> Iterator[Event]:
    """Line by line: keys that we know, and the choices between them."""
    quiz = _Quiz()
    listing = False
    for number, line in enumerate(text.split("\n"), 1):
        match = _KEY.match(line)
        key = fold(match[3]) if match else ""
        value = _unquoted(match[4] or "") if match else ""
        if match and key in ("theme", "thème") and not match[1]:
            quiz.theme = value
        elif match and not value and _LANGUAGE.fullmatch(key) and len(match[1]) == 2:
            yield from quiz.finish()
            quiz.language = key
        elif match and not value and key in _LEVELS:
            yield from quiz.finish()
            quiz.level = key
        elif match and key == "id" and match[2]:
            yield from quiz.start(number)
        elif match and key in _FIELDS and not match[2]:
            listing = key == "propositions"
            if not listing:
                quiz.put(key, value)
            continue
        elif listing and (item := _ITEM.match(line)):
            quiz.choose(_unquoted(item[1]))
            continue
        listing = False
    yield from quiz.finish()


def _json(text: str) -> Iterator[Event]:
    """As JSON if it is; `"difficulté": 2 / 5` and quotation marks inside texts are not, and are read line by line."""
    try:
        data = loads(text)
    except (JSONDecodeError, RecursionError):
        yield from _json_by_lines(text)
        return
    theme = str(data.get("thème", "")) if isinstance(data, dict) else ""
    yield from _walk(data.get("quizz") if isinstance(data, dict) else None, theme, "", "")


def _walk(data: Any, theme: str, level: str, language: str) -> Iterator[Event]:
    if isinstance(data, dict) and "question" in data:
        texts = {fold(key): str(value) for key, value in data.items() if isinstance(value, str | int)}
        choices = data.get("propositions")
        shown = [str(choice) for choice in choices] if isinstance(choices, list) else []
        place = f"{language or 'fr'} {level} {texts.get('id', '?')}".strip()
        yield question(place, texts | {"level": level, "theme": theme}, shown, language or "fr")
    elif isinstance(data, dict):
        for key, value in data.items():
            name = fold(key)
            is_level = name in _LEVELS
            spoken = name if _LANGUAGE.fullmatch(name) and not is_level else language
            yield from _walk(value, theme, name if is_level else level, spoken)
    elif isinstance(data, list):
        for entry in data:
            yield from _walk(entry, theme, level, language)


def _json_by_lines(text: str) -> Iterator[Event]:
    quiz = _Quiz()
    listing = False
    for number, line in enumerate(text.split("\n"), 1):
        match = _JSON_KEY.match(line)
        if match:
            key, value = fold(match[1]), match[2]
            listing = key == "propositions"
            if key == "theme":
                quiz.theme = _string(value)
            elif key == "id":
                yield from quiz.start(number)
            elif value in ("[", "{"):
                if key in _LEVELS or _LANGUAGE.fullmatch(key):
                    yield from quiz.finish()
                    quiz.level, quiz.language = (key, quiz.language) if key in _LEVELS else (quiz.level, key)
            elif key in _FIELDS:
                quiz.put(key, _string(value))
        elif listing and (item := _JSON_TEXT.match(line)):
            quiz.choose(_decoded(item[1]))
        elif line.strip().startswith("]"):
            listing = False
    yield from quiz.finish()


def _json_lines(text: str) -> Iterator[Event]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = loads(line)
        except (JSONDecodeError, RecursionError) as error:
            problem = error.msg if isinstance(error, JSONDecodeError) else "nested too deeply"
            yield Rejected(f"{number}", say(DAMAGED, problem=problem), shorten(line, 60))
            continue
        if not isinstance(data, dict):
            yield Rejected(f"{number}", say(NO_QUESTION), shorten(line, 60))
            continue
        texts = {key: str(data.get(key) or "") for key in ("question", "level", "source", "theme")}
        texts |= {"reponse": str(data.get("answer") or ""), "anecdote": str(data.get("note") or "")}
        choices = data.get("choices")
        yield question(f"{number}", texts, [str(one) for one in choices] if isinstance(choices, list) else [], "")


def _string(value: str) -> str:
    return _decoded(value[1:-1]) if len(value) > 1 and value[0] == value[-1] == '"' else value.strip('"')


def _decoded(text: str) -> str:
    def meant(match: Any) -> str:
        sign = match[1]
        return chr(int(sign[1:], 16)) if len(sign) == 5 else {"n": " ", "t": " ", "r": " "}.get(sign, sign)

    return _ESCAPE.sub(meant, text) if "\\" in text else text


def _unquoted(value: str) -> str:
    """A value without the quotation marks around it, if it has them all around."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == "'" and "'" not in value[1:-1].replace("''", ""):
        return value[1:-1].replace("''", "'")
    if len(value) > 1 and value[0] == value[-1] == '"' and '"' not in value[1:-1].replace('\\"', ""):
        return _decoded(value[1:-1])
    return value


def recognises(name: str, head: bytes) -> bool:
    lowered = name.lower()
    if lowered.endswith((".json", ".yaml", ".yml")):
        return b"OpenQuizzDB" in head or b"quizz:" in head or b'"quizz"' in head
    if lowered.endswith(".jsonl"):
        return b'"question"' in head and b'"answer"' in head
    first = head.decode("utf-8", "replace").partition("\n")[0]
    return lowered.endswith(".csv") and "openquizzdb" in lowered and first.count(";") in (8, 9)


FORMAT = Format(
    name="openquizzdb",
    summary="Quizzes of OpenQuizzDB: CSV, JSON and YAML, the broken ones too.",
    suffix=".csv",
    read=read,
    recognises=recognises,
)
