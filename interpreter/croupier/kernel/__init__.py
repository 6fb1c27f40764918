"""The small imperative language that rules are lowered to, as nodes with types.

`nodes` are what it is made of, `build` makes them, `read` and `show` go from its text to nodes and back, `walk` goes
over them, and `verify` says what is wrong with a program. `modules` are functions that programs use, written in Python
as `language` has it; `source` makes parts of a program of them, and `labels` one function of what is done at labels.
`rows` writes legal moves out as rows; `fused` counts them instead, and makes the one that chance draws.
"""

__all__ = ["build", "fused", "labels", "language", "nodes", "read", "rows", "show", "source", "verify", "walk"]
