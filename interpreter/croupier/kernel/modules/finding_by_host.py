"""Find the melds of a pattern that no other module finds, by asking the reference for one after the other."""

from collections.abc import Callable

from croupier.kernel.language import Cards, Position, constant, given_function
from croupier.kernel.modules.library import G_pattern, Gm_ask
from croupier.kernel.modules.meld_list import G_top, list_meld

PATTERN = constant()
"""The number of the pattern."""
QUESTION = constant()
"""The number of the question."""

ask: Callable[[Position, int], int] = given_function()
"""The answer to a question about `Gm_ask`."""


def find_by_host(S: Position, hand: Cards, wild: Cards, once: int, most: int) -> int:
    """List the melds until there are `most`. `once`: of those that read the same, one."""
    at = 0
    n = 1
    while n > 0 and G_top[0] < most:
        Gm_ask[0] = hand
        Gm_ask[1] = wild
        G_pattern[0] = at
        n = ask(S, QUESTION)  # its kinds, roles and places have been noted then
        at += 1
        if n > 0:
            list_meld(PATTERN, n, hand, once)
    return 0
