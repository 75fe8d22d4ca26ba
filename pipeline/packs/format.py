"""The bytes of a pack: layouts, the seal that shows an alteration, and the same pack as lines.

The seal is the SHA-256 of the pack without it, as JSON with sorted keys and without spaces: every layout of a pack has
the same one.
"""

from __future__ import annotations

from hashlib import sha256
from json import JSONEncoder, dumps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Pack = dict[str, Any]

FORMAT = "livret-pack/1"
TEASER = "livret-teaser/1"
SEAL = "integrity"
# What a product holds many of: one line each, in every layout but the smallest.
LISTS = ("questions", "cards", "puzzles")

_one_line = JSONEncoder(ensure_ascii=False).encode
_smallest = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def seal(pack: Mapping[str, Any]) -> str:
    """What `integrity` must be."""
    bare = {key: value for key, value in pack.items() if key != SEAL}
    text = dumps(bare, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f"sha256:{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def sealed(pack: Mapping[str, Any]) -> Pack:
    """The pack with its seal, after the hash of the content."""
    found = {"format": pack["format"], "content_hash": pack["content_hash"], SEAL: ""} | dict(pack)
    return found | {SEAL: seal(found)}


def encode(pack: Mapping[str, Any]) -> bytes:
    """One question, card or puzzle a line: small, and kind to people who compare versions."""
    head = {key: value for key, value in pack.items() if key != "products"}
    products = ",\n".join("\n".join(_product(product)) for product in pack["products"])
    text = f'{dumps(head, ensure_ascii=False, indent=1)[:-2]},\n "products": [\n{products}\n ]\n}}\n'
    return text.encode("utf-8")


def encode_small(pack: Mapping[str, Any]) -> bytes:
    """As few bytes as possible."""
    return (_smallest(pack) + "\n").encode("utf-8")


def encode_lines(pack: Mapping[str, Any]) -> bytes:
    """JSON Lines: the pack without its questions, cards and puzzles, then each of these; the head says how many."""
    entries = [
        {"product": product["id"], "list": name, "entry": entry}
        for product in pack["products"]
        for name in LISTS
        for entry in product.get(name, ())
    ]
    products = [{key: [] if key in LISTS else value for key, value in product.items()} for product in pack["products"]]
    head = {**pack, "lines": len(entries), "products": products}
    return "".join(f"{_smallest(line)}\n" for line in (head, *entries)).encode("utf-8")


def _product(product: Mapping[str, Any]) -> Iterator[str]:
    yield "  {"
    last = list(product)[-1]
    for key, value in product.items():
        comma = "" if key == last else ","
        if key in LISTS and value:
            yield f'   "{key}": ['
            yield ",\n".join([f"    {_one_line(entry)}" for entry in value])
            yield f"   ]{comma}"
        else:
            yield f"   {_one_line(key)}: {_one_line(value)}{comma}"
    yield "  }"
