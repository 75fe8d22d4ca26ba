"""`python -m pipeline` is `livret`."""

from pipeline.entry import main

main()
