"""Kernel programs to what runs: Python as it is, or C compiled by the system's compiler and kept.

It knows the language of the kernel and nothing of rules.
"""

__all__ = ["build", "c", "compilers", "effort", "python"]
