"""Cover a space of settings with rows such that every possible pair of values occurs in at least one.

Greedy, a row at a time, as in D. M. Cohen et al., "The AETG system" (IEEE Trans. Software Eng. 23, 1997): a row begins
with a missing pair, then takes, block by block, the values that add the most missing pairs. Since blocks are filled
only with allowed values, no row has to be rejected.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.workbench.interactions.domains import Words
from croupier.workbench.interactions.space import Pair, Row, Space


def covering_rows(space: Space) -> Iterator[Row]:
    """Yield the defaults and the presets, then rows until no pair is missing, then the defaults for more players.

    The same space gives the same rows; no rows if nothing is allowed.
    """
    if not all(block.tuples for block in space.blocks):
        return
    missing = dict.fromkeys(space.all_pairs())
    done = set()
    defaults = list(space.default_rows())
    for row in dict.fromkeys((*defaults[:1], *space.preset_rows())):
        done.add(row)
        yield row
        _strike(space, row, missing)
    while missing:
        row = _row(space, missing, next(iter(missing)))
        _strike(space, row, missing)
        done.add(row)
        yield row
    yield from (row for row in defaults if row not in done)
    if not (done or defaults):  # one name, no pairs: still worth a game for each of its values
        yield from (row for words in space.blocks[0].tuples if (row := _only(space, words)))


def _only(space: Space, words: Words) -> Row:
    return tuple(word for _, word in sorted(zip(space.blocks[0].names, words, strict=True)))


def _strike(space: Space, row: Row, missing: dict[Pair, None]) -> None:
    for pair in space.pairs(row):
        missing.pop(pair, None)


def _row(space: Space, missing: dict[Pair, None], first: Pair) -> Row:
    """Return a row with this pair and as many of the other missing ones as can be had one block after another."""
    i, a, j, b = first
    chosen: dict[int, str] = {}
    homes = list(dict.fromkeys((space.block_of(i), space.block_of(j))))
    rest = [number for number in range(len(space.blocks)) if number not in homes]
    for number in [*homes, *rest]:
        block = space.blocks[number]
        wanted = [(block.names.index(at), word) for at, word in ((i, a), (j, b)) if at in block.names]
        fitting = (words for words in block.tuples if all(words[place] == word for place, word in wanted))
        best = max(fitting, key=lambda words: _gain(block.names, words, chosen, missing))
        chosen.update(zip(block.names, best, strict=True))
    return tuple(chosen[at] for at in range(len(space.names)))


def _gain(names: tuple[int, ...], words: Words, chosen: dict[int, str], missing: dict[Pair, None]) -> int:
    """Return the number of missing pairs that these values add to a partial row."""
    known = list(zip(names, words, strict=True))
    gained = 0
    for number, (i, a) in enumerate(known):
        for j, b in [*known[number + 1 :], *chosen.items()]:
            gained += ((i, a, j, b) if i < j else (j, b, i, a)) in missing
    return gained
