"""From leaves to PDF: templates make HTML, WeasyPrint lays it out, pikepdf assembles cached pages.

`plan` says what is to be printed, `engine` lays out what is not cached yet, `assemble` and `impose` make files. Only
`engine` knows WeasyPrint; `fit` and `ink` are light, because `check` uses them too.
"""
