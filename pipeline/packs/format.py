"""The bytes of a pack: layouts, the seal that shows an alteration, and the same pack as lines.

The seal is the SHA-256 of lines: first the pack without its seal and its entries (questions, cards, puzzles), keys
sorted; then each entry, keys in their order; all without spaces. Every layout of a pack has the same one.
"""

from __future__ import annotations

from hashlib import sha256
from json import JSONEncoder, dumps
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Pack = dict[str, Any]

FORMAT = "livret-pack/1"
TEASER = "livret-teaser/1"
SEAL = "integrity"
# What a product holds many of: one line each, in every layout but the smallest.
LISTS = ("questions", "cards", "puzzles")

_smallest = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Encoded(NamedTuple):
    """A sealed pack whose entries are written already: writing each of them once is half of the work."""

    head: Mapping[str, Any]
    """The pack, with empty lists where entries are left out."""
    entries: Sequence[tuple[int, str, Sequence[str]]]
    """The place of the product, the name of the list, and its lines."""


def seal(pack: Mapping[str, Any]) -> str:
    """What `integrity` must be."""
    return str(_encoded(pack).head[SEAL])


def sealed(pack: Mapping[str, Any]) -> Pack:
    """The pack with its seal, after the hash of the content."""
    return {"format": pack["format"], "content_hash": pack["content_hash"], SEAL: seal(pack)} | {
        key: value for key, value in pack.items() if key != SEAL
    }


def encode(pack: Mapping[str, Any]) -> bytes:
    """Sealed, one question, card or puzzle a line: small, and kind to people who compare versions."""
    head, entries = _encoded(pack)
    lists = {(place, name): lines for place, name, lines in entries}
    products = ",\n".join("\n".join(_product(product, place, lists)) for place, product in enumerate(head["products"]))
    rest = {key: value for key, value in head.items() if key != "products"}
    text = f'{dumps(rest, ensure_ascii=False, indent=1)[:-2]},\n "products": [\n{products}\n ]\n}}\n'
    return text.encode("utf-8")


def encode_small(pack: Mapping[str, Any]) -> bytes:
    """Sealed, in as few bytes as possible."""
    return (_smallest(sealed(pack)) + "\n").encode("utf-8")


def encode_lines(pack: Mapping[str, Any]) -> bytes:
    """Sealed JSON Lines: the pack without its entries, then each of these; the head says how many."""
    head, entries = _encoded(pack)
    lines = [
        f'{{"product":{_smallest(head["products"][place]["id"])},"list":"{name}","entry":{line}}}'
        for place, name, lines in entries
        for line in lines
    ]
    first = _smallest({**head, "lines": len(lines)})
    return "\n".join((first, *lines, "")).encode("utf-8")


def _encoded(pack: Mapping[str, Any]) -> Encoded:
    entries = [
        (place, name, [_smallest(entry) for entry in product[name]])
        for place, product in enumerate(pack["products"])
        for name in LISTS
        if product.get(name)
    ]
    products = [{key: [] if key in LISTS else value for key, value in product.items()} for product in pack["products"]]
    bare = {key: value for key, value in pack.items() if key != SEAL} | {"products": products}
    first = dumps(bare, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    whole = sha256(first.encode("utf-8", "surrogatepass"))
    for _, _, lines in entries:
        whole.update("\n".join(("", *lines)).encode("utf-8", "surrogatepass"))
    hashes = {"format": bare["format"], "content_hash": bare["content_hash"], SEAL: f"sha256:{whole.hexdigest()}"}
    return Encoded(hashes | bare, entries)


def _product(product: Mapping[str, Any], place: int, lists: Mapping[tuple[int, str], Sequence[str]]) -> Iterator[str]:
    yield "  {"
    last = list(product)[-1]
    for key, value in product.items():
        comma = "" if key == last else ","
        if (place, key) in lists:
            yield f'   "{key}": ['
            yield "    " + ",\n    ".join(lists[place, key])
            yield f"   ]{comma}"
        else:
            yield f"   {_smallest(key)}: {_smallest(value)}{comma}"
    yield "  }"
