"""The wording of every diagnostic, one small function each, in one module a phase."""
