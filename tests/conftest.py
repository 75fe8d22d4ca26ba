"""Fixtures that every test may use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.toy import Toy

if TYPE_CHECKING:
    from pathlib import Path

settings.register_profile("shared", deadline=None)  # a busy machine is no failure
settings.load_profile("shared")


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """A clean project with one product of every kind."""
    return Toy(tmp_path)
