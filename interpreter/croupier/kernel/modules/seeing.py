"""See quickly whether a meld of one pattern can be made with certain cards, by the smallest melds with them."""

from croupier.kernel.language import HIGH, LOW, LOWEST, POP, REST, Cards, constant, numbers, sets

APART = constant()
"""The least distance between two places of one card."""
ENOUGH = constant()
"""The numbers of natural cards, as bits, that are a set with as many wild cards as it needs."""
LENGTH = constant()
"""Places of the sequence; 0 for a set."""
LONGEST = constant()
"""The most cards that `ENOUGH` has an entry for."""
MOST_WILD = constant()
"""The most wild cards of a meld."""
SMALLEST = constant()
"""The fewest cards of a meld."""
SURE = constant()
"""Whether size and wild cards are all that is asked of a meld."""
VARIED = constant()
"""Whether the cards of a set have to differ."""

T_holds = numbers()
"""By numbers of natural and of wild cards: whether they are a run."""
T_kind = numbers()
"""By card: its kind."""
Tm_differs = sets()
"""By kind: its places in the sequence, or the value in which it differs, as a set."""
Tm_window = sets()
"""By place and size: the places of a run."""


def sees(pool: Cards, wild: Cards, wanted: Cards) -> int:
    """Return 1 if cards of the pool make a meld with the wanted ones, -1 if they do not, 0 if that is not plain."""
    left = pool & wild
    if (wanted & left) != 0:
        return 0
    wilds = POP(left) if POP(left) < MOST_WILD else MOST_WILD
    there = pool & ~left
    if LENGTH > 0 or VARIED:
        there = differing(there)
    if LENGTH > 0:
        return sees_run(there, wilds, wanted)
    return sees_set(there, wilds, wanted)


def differing(cards: Cards) -> Cards:
    """Return all places, or values, of some cards."""
    found: Cards = 0
    while cards != 0:
        found = found | Tm_differs[T_kind[LOW(cards)]]
        cards = REST(cards)
    return found


def sees_set(there: Cards, wilds: int, wanted: Cards) -> int:
    """Return the same of sets. `there`: the values of natural cards, or these."""
    many = POP(there)
    if many + wilds < SMALLEST:
        return -1
    least = POP(wanted)
    many = many if many < SMALLEST else SMALLEST
    many = many if many > least else least
    sure = SURE
    if VARIED and POP(differing(wanted)) != least:
        sure = 0
    return 1 if sure and many <= LONGEST and ENOUGH >> many & 1 else 0


def sees_run(there: Cards, wilds: int, wanted: Cards) -> int:
    """Return the same of runs, of which `there` are the places of natural cards; a card with several takes each of them
    in turn."""
    sure = SURE
    need: Cards = 0
    either: Cards = 0
    while wanted != 0:
        places = Tm_differs[T_kind[LOW(wanted)]]
        wanted = REST(wanted)
        if places == 0 or (places & (need | either)) != 0:
            sure = 0
        if places != 0:
            if REST(places) == 0:
                need = need | places
            else:
                either = places
    far = -1
    more = 1
    while more:
        taken = need
        if either != 0:
            taken = taken | LOWEST(either)
            either = REST(either)
        more = 1 if either != 0 else 0
        if taken != 0:
            low = LOW(taken)
            size = HIGH(taken) - low + 1
            start = low if size >= SMALLEST else low + size - SMALLEST
            start = start if start > 0 else 0
            size = size if size > SMALLEST else SMALLEST
            while start <= low and start + size <= LENGTH:
                many = POP(there & Tm_window[start * (LENGTH + 1) + size])
                start += 1
                if many + wilds >= size:
                    if sure and size <= APART and T_holds[many * LENGTH + size]:
                        return 1
                    far = 0
    return far
