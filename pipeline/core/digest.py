"""Short fingerprints of content."""

from __future__ import annotations

from _blake2 import blake2b  # not from hashlib, which loads OpenSSL first: longer than digesting a thousand pages


def digest(raw: bytes, size: int = 16) -> str:
    """The BLAKE2b digest of `size` bytes, in hexadecimal."""
    return blake2b(raw, digest_size=size).hexdigest()
