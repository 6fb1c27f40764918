"""Checked rules into a program: options settled, sentences into closures, statements into operations, draws of chance.

It knows the rules and the state that they read and change, and nothing of turns, seats' views or words.
"""

__all__ = ["binding", "debts", "effects", "evaluate", "execute", "groups", "options", "recognised", "watcher", "wholes"]
