"""Fixtures that every test may use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.toy import Toy

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """A clean project with one product of every kind."""
    return Toy(tmp_path)
