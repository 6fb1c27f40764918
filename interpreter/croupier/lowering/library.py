"""What lowered rules call that is the same for all of them, in the language of the kernel."""

from croupier.base import limits


def library(room: int) -> str:
    """Return the text, with room for so many sets of cards that are put down."""
    return _TEXT.replace("$ROOM", str(room)).replace("$MOST", str(limits.MOST_MOVES))


_TEXT = """
G_size = [0] * 256
G_taken = [0] * 256
G_cards = [0] * 1024
Gm_class = [0] * 256
Gm_made = [0] * $ROOM
Gm_ask = [0] * 2
G_answer = [0] * 1
Gm_found = [0] * 128
G_pattern = [0] * 128
G_role = [0] * 1024
G_place = [0] * 1024

def m_lowest(m_x, k):
    m_found = 0
    while k > 0:
        m_found = m_found | LOWEST(m_x)
        m_x = REST(m_x)
        k += -1
    return m_found

def first_taken(n, size):
    i = 0
    while i < n:
        G_taken[i] = G_size[i] if G_size[i] < size else size
        size = size - G_taken[i]
        i += 1
    return size == 0

def next_taken(n):
    rest = 0
    room = 0
    i = n - 1
    while i >= 0:
        if G_taken[i] > 0 and room > rest:
            G_taken[i] += -1
            rest += 1
            i += 1
            while i < n:
                G_taken[i] = G_size[i] if G_size[i] < rest else rest
                rest = rest - G_taken[i]
                i += 1
            return 1
        rest += G_taken[i]
        room += G_size[i]
        i += -1
    return 0

def m_taken(n):
    m_found = 0
    i = 0
    while i < n:
        if G_taken[i] > 0:
            m_found = m_found | m_lowest(Gm_class[i], G_taken[i])
        i += 1
    return m_found

def multisets(n, low, high):
    k = 0
    if n == 1:
        m_x = Gm_class[0]
        m_found = 0
        i = 0
        if low == 0:
            Gm_made[0] = 0
            k = 1
        while i < high:
            m_found = m_found | LOWEST(m_x)
            m_x = REST(m_x)
            i += 1
            if i >= low:
                Gm_made[k] = m_found
                k += 1
        return k
    while low <= high:
        more = first_taken(n, low)
        while more:
            if k > $MOST:
                return k
            Gm_made[k] = m_taken(n)
            k += 1
            more = next_taken(n)
        low += 1
    return k
"""
