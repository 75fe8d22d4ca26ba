"""Printer profiles: what a printer wants, as data in templates/printers/NAME.yaml."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipeline.print import library
from pipeline.source.document import load as load_document
from pipeline.types.scalars import Model, Size, Text, whole_number

_Millimetres = whole_number(0, 50)


class Profile(Model):
    """What a printer wants. With a `sheet`, several pages stand on it; without, pages stand alone with bleed."""

    title: Text
    profile: Text = Field(description="The colour profile of the output intent, a file of the library.")
    condition: Text = Field(description="The printing condition in the registry of the ICC.")
    condition_name: Text
    bleed: _Millimetres = Field(0)  # type: ignore[valid-type]
    standard: Text | None = Field(None, description="The standard that the file claims.")
    sheet: Size | None = None
    margin: _Millimetres = Field(0, description="The edge of a sheet that the printer cannot reach, mm.")  # type: ignore[valid-type]
    flip: Literal["long", "short"] = Field("long", description="The edge that duplex printing turns the sheet over.")


def load(name: str) -> Profile:
    """The profile of that name."""
    raw = library.find(f"printers/{name}.yaml", {})
    if raw is None:
        raise KeyError(name)
    return Profile.model_validate(load_document(raw).data)
