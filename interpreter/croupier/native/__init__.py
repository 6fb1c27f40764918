"""Turn kernel programs into functions: in Python, or in C compiled by the system's compiler and cached.

It knows the language of the kernel and nothing of rules.
"""

__all__ = ["build", "c", "compilers", "effort", "python"]
