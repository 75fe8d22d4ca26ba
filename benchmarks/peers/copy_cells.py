"""What pandas with openpyxl needs to copy cells: a CSV to a workbook, or a workbook to a CSV. Nothing is looked at."""

from __future__ import annotations

import sys

import pandas


def main() -> None:
    source, target = sys.argv[1:]
    if source.endswith(".csv"):
        cells = pandas.read_csv(source, sep=";", dtype=str, keep_default_na=False)
        cells.to_excel(target, index=False, engine="openpyxl")
    else:
        pandas.read_excel(source, dtype=str, engine="openpyxl", keep_default_na=False).to_csv(target, index=False)


if __name__ == "__main__":
    main()
