"""Anki: decks to learn with (.apkg), and the text of anybody's decks.

A note keeps its identity for ever: it is made from the game and the id of the question. A new edition therefore
updates the cards that a player has, with all their history, instead of adding others.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from hashlib import blake2b, sha1
from typing import TYPE_CHECKING, Any

from pipeline.core.finding import Message, say
from pipeline.core.pattern import lazy
from pipeline.formats.base import (
    ITALICS,
    NO_QUESTION,
    PICTURES,
    TAGS,
    Asked,
    Draft,
    Format,
    Lost,
    Rejected,
    UnreadableError,
)
from pipeline.formats.cells import EDITABLE, join_items, listed_items, unlisted
from pipeline.formats.headers import CHOICE_COLUMN, CHOICES, WRONG_COLUMN, by_header
from pipeline.formats.html import html, items_of, lines_of, plain, text_of
from pipeline.formats.packed import BOMB, MOST_BYTES, NOT_PACKED, Packed, member, packing
from pipeline.formats.table import foreign
from pipeline.formats.types import type_named
from pipeline.types import TYPES

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from pipeline.formats.base import Event, Item, Reading, Writing

NO_COLLECTION = "The file is no Anki deck: it has no collection inside."
NO_ZSTD = "The deck is compressed in a way that needs the package “zstandard”; or export it for older versions of Anki."
DAMAGED = "The deck is damaged: its notes or their types are not stored as Anki stores them."
ONE_FIELD = "The note has only one field: there is no answer."
CLOZES = "A note with {count} gaps is {count} questions; ours have one."
AT_ONCE = "Its gap hides several texts at once: {texts}; an answer of ours is one."
NESTED = "A gap stands inside another one: that cannot be a question of ours."
FIELD = "the field “{field}” is not taken"

FIELDS = ("Question", "Réponse", "Mot-clé", "Type", "Thème", "Source", "Jeu", "Id")
# What other people's fields of the name `Type` say is not what ours says.
_TAKEN = frozenset(EDITABLE) - {"type"}
_MODEL_ID = 1_731_900_001_000
_CREATED = 1_704_067_200  # 2024-01-01: a collection needs a first day, and it must not be today's
_GUID = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~"
_CLOZE = lazy(r"\{\{c(\d+)::((?:(?!\{\{c|\}\}).)*)\}\}")
_FORM = lazy(r"<span>(.*?)</span>")
_PRINTED_NUMBER = lazy(r"(-?[\d,]+)(?: (.+))?")
_MOST_NOTES = 1_000_000
_STEPS = 1_000_000
_MOST_STEPS = 500_000_000
_CSS = """.card { font-family: "Source Sans 3", "Segoe UI", sans-serif; font-size: 22px; text-align: center; }
.cue { font-variant: small-caps; letter-spacing: .04em; color: #666; }
.type, .theme { font-size: 15px; color: #888; }
.answer { font-weight: 600; }
.nightMode .cue, .nightMode .type, .nightMode .theme { color: #aaa; }"""
_FRONT = """<div class="type">{{Type}}</div>
<div class="cue">{{Mot-clé}}</div>
<p>{{Question}}</p>"""
_BACK = """{{FrontSide}}
<hr id="answer">
<p class="answer">{{Réponse}}</p>
<div class="theme">{{Thème}}</div>"""
_SCHEMA = """
create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
 ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
 models text not null, decks text not null, dconf text not null, tags text not null);
create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
 usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
 flags integer not null, data text not null);
create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
 mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
 ivl integer not null, factor integer not null, reps integer not null, lapses integer not null, left integer not null,
 odue integer not null, odid integer not null, flags integer not null, data text not null);
create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
 ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null, type integer not null);
create table graves (usn integer not null, oid integer not null, type integer not null);
create index ix_notes_usn on notes (usn);
create index ix_cards_usn on cards (usn);
create index ix_revlog_usn on revlog (usn);
create index ix_cards_nid on cards (nid);
create index ix_cards_sched on cards (did, queue, due);
create index ix_revlog_cid on revlog (cid);
create index ix_notes_csum on notes (csum);
"""


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """A package with one deck for each product under a deck for its game."""
    decks: dict[str, int] = {"Default": 1}
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(_SCHEMA)
        number = 0
        for item in items:
            if not isinstance(item, Asked):
                writing.leave_out(item, NO_QUESTION)
                continue
            number += 1
            name = f"{_deck(item.game_title)}::{_deck(item.product_title)}"
            decks.setdefault(name, _number(f"deck\0{item.game}\0{item.product}"))
            database.execute("insert into notes values (?,?,?,?,-1,?,?,?,?,0,'')", _note(item))
            card = _number(f"card\0{item.game}\0{item.id}")
            note = _number(f"note\0{item.game}\0{item.id}")
            row = (card, note, decks[name], item.changed, number)
            database.execute("insert into cards values (?,?,?,0,?,-1,0,0,?,0,0,0,0,0,0,0,0,'')", row)
        database.execute("insert into col values (1,?,0,0,11,0,0,0,?,?,?,?,'{}')", _collection(decks))
        database.commit()
        database.execute("vacuum")
        collection = database.serialize()
    with packing(out) as package:
        package.writestr(member("collection.anki2"), collection)
        package.writestr(member("media"), "{}")


def guid(game: str, id_: str) -> str:
    """The identity of a note: the same for the same question of the same game, for ever."""
    number = int.from_bytes(blake2b(f"livret\0{game}\0{id_}".encode(), digest_size=8).digest(), "big")
    text = ""
    while number:
        number, rest = divmod(number, len(_GUID))
        text += _GUID[rest]
    return text


def _note(asked: Asked) -> tuple[Any, ...]:
    question = asked.question
    answer = html(question.printed_answer())
    others = [html(form) for form in getattr(question, "accept", ())]
    if question.answer_kind == "list":
        answer = "<br>".join(map(html, listed_items(question)))
    elif others:
        answer += f"<br><small>{', '.join(f'<span>{form}</span>' for form in others)}</small>"
    elif question.answer_kind == "procedure":
        tie = getattr(question, "tie", None)
        answer = html(getattr(question, "procedure", "")) + (f"<br><small>{html(tie)}</small>" if tie else "")
    found = TYPES[question.type]
    fields = (
        html(question.question),
        answer,
        html(question.cue),
        found.title if found.icon else "",
        html(question.theme or ""),
        html(question.source or ""),
        html(asked.game_title),
        asked.id,
    )
    first = plain(question.question)
    checksum = int(sha1(first.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()[:8], 16)
    tags = [_tag(tag) for tag in (asked.game, question.type, question.theme) if tag]
    return (
        _number(f"note\0{asked.game}\0{asked.id}"),
        guid(asked.game, asked.id),
        _MODEL_ID,
        asked.changed,
        f" {' '.join(tags)} ",
        "\x1f".join(fields),
        first,
        checksum,
    )


def _collection(decks: dict[str, int]) -> tuple[Any, ...]:
    model = {
        "id": _MODEL_ID, "name": "livret", "type": 0, "mod": _CREATED, "usn": -1, "sortf": 0, "did": None,
        "tmpls": [{"name": "Question", "ord": 0, "qfmt": _FRONT, "afmt": _BACK, "did": None, "bqfmt": "", "bafmt": ""}],
        "flds": [{"name": name, "ord": at, "sticky": False, "rtl": False, "font": "Arial", "size": 20, "media": []}
                 for at, name in enumerate(FIELDS)],
        "css": _CSS, "latexPre": "", "latexPost": "", "req": [[0, "any", [0]]], "tags": [], "vers": [],
    }  # fmt: skip
    listed = {
        str(id_): {"id": id_, "name": name, "mod": _CREATED, "usn": -1, "lrnToday": [0, 0], "revToday": [0, 0],
                   "newToday": [0, 0], "timeToday": [0, 0], "collapsed": False, "browserCollapsed": False, "desc": "",
                   "dyn": 0, "conf": 1, "extendNew": 0, "extendRev": 0}
        for name, id_ in decks.items()
    }  # fmt: skip
    options = {
        "1": {"id": 1, "mod": 0, "name": "Default", "usn": 0, "maxTaken": 60, "autoplay": True, "timer": 0,
              "replayq": True, "dyn": False,
              "new": {"bury": False, "delays": [1.0, 10.0], "initialFactor": 2500, "ints": [1, 4, 0], "order": 1,
                      "perDay": 20},
              "rev": {"bury": False, "ease4": 1.3, "ivlFct": 1.0, "maxIvl": 36500, "perDay": 200, "hardFactor": 1.2},
              "lapse": {"delays": [10.0], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0.0}}
    }  # fmt: skip
    conf = {"nextPos": 1, "curDeck": 1, "activeDecks": [1], "sortType": "noteFld", "sortBackwards": False}
    texts = (json.dumps(value, ensure_ascii=False) for value in (conf, {str(_MODEL_ID): model}, listed, options))
    return _CREATED, *texts


def _deck(name: str) -> str:
    return name.replace("::", ":")


def _tag(name: str) -> str:
    return "-".join(name.split())


def _number(key: str) -> int:
    """A number that a program takes for a time in milliseconds, the same for the same key."""
    offset = int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")
    return 1_000_000_000_000 + offset % 700_000_000_000


def read(raw: bytes, _reading: Reading) -> Iterator[Event]:
    """The text of all notes: fields by their names, or the first two."""
    data = _database(Packed(raw))
    with closing(sqlite3.connect(":memory:")) as database:
        try:
            database.deserialize(_without_log(data))
            database.set_progress_handler(_patience(), _STEPS)
            database.execute("pragma trusted_schema = off")
            database.execute("pragma query_only = on")
            names = _field_names(database)
            rows = database.execute("select id, mid, flds, tags from notes order by id limit ?", (_MOST_NOTES,))
            for id_, model, fields, tags in rows:
                event, lost = _draft(str(id_), names.get(model, []), str(fields or "").split("\x1f"), str(tags or ""))
                yield from (Lost(str(id_), message) for message in lost)
                yield event
        except sqlite3.Error as error:
            raise UnreadableError(NOT_PACKED, problem=str(error)) from error
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError, MemoryError) as error:
            raise UnreadableError(DAMAGED) from error


def _patience() -> Callable[[], bool]:
    """Says when a query has taken so many steps that no honest deck would: a view may never end."""
    left = _MOST_STEPS

    def impatient() -> bool:
        nonlocal left
        left -= _STEPS
        return left < 0

    return impatient


def _without_log(data: bytes) -> bytes:
    """A database that says it has a write-ahead log cannot be opened in memory; in a package it has none."""
    return data[:18] + b"\x01\x01" + data[20:] if data[18:20] == b"\x02\x02" else data


def _database(packed: Packed) -> bytes:
    """The newest of the collections that a package may hold; the oldest is a dummy in new ones."""
    if "collection.anki21b" in packed.names:
        try:
            import zstandard
        except ImportError as error:
            raise UnreadableError(NO_ZSTD) from error
        try:
            with zstandard.ZstdDecompressor().stream_reader(packed.read("collection.anki21b")) as stream:
                data = stream.read(MOST_BYTES + 1)
        except zstandard.ZstdError as error:
            raise UnreadableError(NOT_PACKED, problem=str(error)) from error
        if len(data) > MOST_BYTES:
            raise UnreadableError(BOMB, limit=MOST_BYTES // 1_000_000)
        return data
    for name in ("collection.anki21", "collection.anki2"):
        if name in packed.names:
            return packed.read(name)
    raise UnreadableError(NO_COLLECTION)


def _field_names(database: sqlite3.Connection) -> dict[int, list[str]]:
    """The names of the fields of each type of note: in a table of new collections, in JSON of old ones."""
    tables = {name for (name,) in database.execute("select name from sqlite_master where type = 'table'")}
    found: dict[int, list[str]] = {}
    if "fields" in tables:
        rows = sorted(database.execute("select ntid, ord, name from fields"))
        for model, _, name in rows:
            found.setdefault(int(model), []).append(str(name))
        return found
    (models,) = database.execute("select models from col").fetchone()
    for key, model in json.loads(models).items():
        found[int(key)] = [str(field["name"]) for field in model["flds"]]
    return found


def _draft(place: str, names: list[str], fields: list[str], tags: str) -> tuple[Draft | Rejected, list[Message]]:
    """A note as a question, and what it has besides."""
    cleaned = [text_of(field) for field in fields]
    texts_only = [text for text, _ in cleaned]
    lost = [say(PICTURES)] if any(count for _, count in cleaned) else []
    if _CLOZE.search(fields[0]):
        lost += [say(TAGS)] if tags.strip() else []
        return _cloze(place, texts_only[0], texts_only[1:]), lost
    own = names == list(FIELDS)
    if own:
        return _own(place, fields, texts_only), lost
    known = by_header(names) if len(names) == len(fields) else []
    taken = {field: text for field, text in zip(known, texts_only, strict=False) if field in _TAKEN and text}
    choices, wrong = (
        [text for field, text in zip(known, texts_only, strict=False) if field == wanted]
        for wanted in (CHOICE_COLUMN, WRONG_COLUMN)
    )
    if "question" in taken and "answer" in taken:
        texts = taken
        lost += [
            say(FIELD, field=name)
            for name, field, text in zip(names, known, texts_only, strict=True)
            if text and field not in taken and field not in CHOICES
        ]
        at = known.index("answer")
    elif len([text for text in texts_only if text]) < 2:
        return Rejected(place, say(ONE_FIELD), texts_only[0] if texts_only else ""), lost
    else:
        texts, choices, wrong, at = {"question": texts_only[0], "answer": texts_only[1]}, [], [], 1
        rest = [text for text in texts_only[2:] if text]
        if rest:
            texts["note"] = " · ".join(rest)
    items = items_of(fields[at])
    if len(items) > 1:
        texts["answer"] = join_items((item, ()) for item in items)
    else:
        texts["answer"] = "\n".join(lines_of(fields[at])) or texts["answer"]
        found = foreign(texts, choices, wrong)
        if isinstance(found, Message):
            return Rejected(place, found, texts["question"]), lost
        texts = found.texts
    first, *more = tags.split() or [""]
    if first and "theme" not in texts:
        texts["theme"] = first.replace("::", " ").replace("_", " ")
    elif first:
        more.append(first)
    return Draft(place, texts, several=len(items) > 1), [*lost, *([say(TAGS)] if more else [])]


def _own(place: str, fields: list[str], cleaned: list[str]) -> Draft:
    """A note that we have written: a list on lines, or in small type other forms of an answer or what a tie means."""
    texts = {field: text for field, text in zip(by_header(FIELDS), cleaned, strict=True) if field in _TAKEN and text}
    type_ = type_named(cleaned[FIELDS.index("Type")]) or ""
    kind = TYPES[type_].model.answer_kind if type_ else ""
    first, sign, small = fields[FIELDS.index("Réponse")].partition("<br><small>")
    if sign:
        small = small.removesuffix("</small>")
        forms = [text_of(form)[0] for form in (_FORM.findall(small) or small.split(", "))]
        texts["answer"] = text_of(first)[0]
        texts |= (
            {"tie": text_of(small)[0]} if kind == "procedure" else {"accept": join_items((form, ()) for form in forms)}
        )
        return Draft(place, texts, type=type_)
    printed = _PRINTED_NUMBER.fullmatch(text_of(first)[0]) if kind == "number" else None
    if printed:
        return Draft(place, texts | {"answer": printed[1], "unit": printed[2] or ""}, number=True, type=type_)
    lines = [text_of(line)[0] for line in first.split("<br>")]
    several = kind == "list" or (not kind and len(lines) > 1)
    texts["answer"] = " | ".join(map(unlisted, lines)) if several else text_of(first)[0]
    return Draft(place, texts, several=several, type=type_)


def _cloze(place: str, text: str, rest: list[str]) -> Draft | Rejected:
    """A text with one gap is a question: the gap is the answer."""
    gaps = [(gap[1], _hidden(gap)) for gap in _CLOZE.finditer(text)]
    shown = _CLOZE.sub(_hidden, text)
    if "{{c" in shown:
        return Rejected(place, say(NESTED), text)
    count = len({number for number, _ in gaps})
    if count != 1:
        return Rejected(place, say(CLOZES, count=count), shown)
    hidden = list(dict.fromkeys(hidden for _, hidden in gaps))
    if len(hidden) > 1:
        return Rejected(place, say(AT_ONCE, texts=", ".join(hidden)), shown)
    texts = {"question": _CLOZE.sub("…", text), "answer": hidden[0], "note": " · ".join(filter(None, rest))}
    return Draft(place, {name: value for name, value in texts.items() if value})


def _hidden(gap: re.Match[str]) -> str:
    """What a gap hides, without the hint that it shows instead."""
    return gap[2].partition("::")[0].strip()


def recognises(name: str, _head: bytes) -> bool:
    return name.lower().endswith((".apkg", ".colpkg"))


FORMAT = Format(
    name="anki",
    summary="Deck for Anki (.apkg): a new edition updates the cards that players have.",
    suffix=".apkg",
    write=write,
    carries=frozenset(("keyword", "clue", "theme", "source", ITALICS)),
    read=read,
    recognises=recognises,
)
