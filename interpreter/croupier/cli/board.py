"""Lay a scene out in rows for a screen of fixed height: the progress of play, a line for each opponent, the middle,
recent events, the player's cards, the options.

Important parts keep their room; the events take the rest. Nothing here depends on a terminal: rows are text with marks
that `paint` understands, and places that can be pointed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from croupier.base.language import ntr, tr
from croupier.cli.paint import KEY, LIT, RULE
from croupier.cli.table import (
    SHORT_PILE,
    WHOLE,
    cell,
    drawn,
    holds,
    in_the_middle,
    own_zones,
    read,
    remarks,
    where,
    whose_turn,
    zone_text,
)
from croupier.scene import Card, Person, Scene, Team, Words, Zone, told

LEAST_LOG, LEAST_MENU = 2, 3
"""The minimum number of lines for events, and for the menu, however full the table is."""
_FIXED = "\N{NO-BREAK SPACE}"
_JOINED = re.compile(r"(?<=«) | (?=[»:;!?])")
"""The spaces at which a line is not broken."""
LEAST_ACTIONS = 2
"""The number of menu lines in the lowest window: an entry, and how to see the others."""
LEAST_HEAD = 2
"""The number of lines for the progress of play; more if other important parts do not need them."""
ROOMY = 8
"""The number of free lines from which the aim of the game gets one."""
_ENTRY = re.compile(rf"{KEY}\s*([@-]?\w+)(?: [^{KEY}]*?)?(?=\s+{KEY}|\s*$)")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the screen.

    `places`: the parts that can be pointed at: start, end, and the id of the thing on the table, or the text that
    chooses it.
    """

    text: str
    places: tuple[tuple[int, int, str], ...] = ()


@dataclass(slots=True)
class _Line:
    """A row in the making."""

    text: str = ""
    places: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, text: str, target: str = "", lit: bool = False) -> None:
        start = _seen(self.text)
        self.text += f"{LIT}{text}" if lit else text
        if target:
            self.places.append((start, start + len(text), target))

    @property
    def row(self) -> Row:
        return Row(self.text, tuple(self.places))


def _seen(text: str) -> int:
    """Return the width of a text in columns."""
    return len(text.replace(LIT, "").replace(KEY, ""))


def board(
    table: Scene, words: Words, width: int, height: int, menu: Sequence[str] = (), news: Sequence[str] = (),
    thinks: str = "", focused: str = "", answered: bool = False,
) -> list[Row]:  # fmt: skip
    """Return exactly `height` rows of at most `width` columns.

    `news`: events, or an answer if `answered`, the newest last; an answer is shown in full as long as the menu keeps
    its minimum. `focused`: the target of the menu entry that has to be visible.
    """
    lit = set(table.step.of) if table.step is not None else set[str]()
    own = _own(table, words, width, lit)
    rule = Row(_ruled(tr("{player} (you)", player=table.you.name) if table.you is not None else "", width))
    middle = _middle(table, words, width, lit)
    least = LEAST_LOG + min(len(menu), LEAST_MENU)
    room = height - 1 - len(own)
    free = room - len(table.others) - len(table.teams) - len(middle) - least
    head = _head(table, words, width, max(LEAST_HEAD, free), thinks)
    room -= len(head)
    whole = [*(_other(person, table, words, width) for person in table.others),
             *(_team(team, table, words, width) for team in table.teams)]  # fmt: skip
    others = [row for rows in whole for row in rows]
    if len(others) + len(middle) + least > room:
        others = [_first(rows, width) for rows in whole]
    room -= len(others)
    apart = _middle(table, words, width, lit, apart=True)
    middle = apart if len(apart) + least + LEAST_LOG <= room else middle[: max(1, room - least)]
    room -= len(middle)
    told_lines = [line for each in news for line in wrapped(each, width)]
    kept = min(LEAST_LOG, len(news))
    if answered:
        kept = max(kept, min(len(told_lines), room - min(len(menu), LEAST_MENU)))
    actions = _shown([_action(line, width) for line in menu], max(LEAST_ACTIONS, room - kept), width, focused)
    log = [Row(line) for line in told_lines[-(room - len(actions)) :]] if room > len(actions) else []
    blank = [Row("")] * max(0, room - len(actions) - len(log))
    excess = len(head) + len(others) + len(middle) + 1 + len(own) + len(actions) + len(log) + len(blank) - height
    others, middle, own = _cut_short([others, middle, own], excess, width)
    return [*head, *others, *middle, *log, *blank, rule, *own, *actions][:height]


def _cut_short(blocks: Sequence[list[Row]], excess: int, width: int) -> list[list[Row]]:
    """Take this number of rows out of the blocks, from the end of the first of them on.

    Each shortened block gets a note.
    """
    left = []
    for rows in blocks:
        lost = min(max(0, excess) + 1, len(rows)) if excess > 0 and len(rows) > 1 else 0
        if lost > 1:
            told = tr("… and {n} more lines in a taller window", n=lost)
            rows = [*rows[: len(rows) - lost], Row(_cut(f"  {told}", width))]
            excess -= lost - 1
        left.append(rows)
    return left


def _shown(actions: list[Row], most: int, width: int, focused: str) -> list[Row]:
    """Return up to `most` lines of the menu, including the focused one, and a note on the others."""
    if len(actions) <= most:
        return actions
    wanted = next((at for at, row in enumerate(actions) if any(target == focused for *_, target in row.places)), 0)
    room = max(0, most - 1)
    first = max(0, wanted - room + 1)
    more = Row(_cut("  " + tr("… and {n} more lines: press ↓", n=len(actions) - room), width))
    return [*actions[first : first + room], more][:most]


def wrapped(line: str, width: int) -> list[str]:
    """Return a line in as many as it takes; French signs stay with their words."""
    kept = _JOINED.sub(_FIXED, line)
    lines = wrap(kept, width, subsequent_indent="    ", break_on_hyphens=False) or [""]
    return [line.replace(_FIXED, " ") for line in lines]


def _cut(text: str, width: int) -> str:
    """Return a text, with dots at its end if it is too long."""
    if _seen(text) <= width:
        return text
    while _seen(text) > width - 1:
        text = text[:-1]
    return f"{text}…"


def _ruled(text: str, width: int) -> str:
    text = _cut(f"{RULE * 2} {text} ", width)
    return text + RULE * max(0, width - len(text))


def _head(table: Scene, words: Words, width: int, most: int, thinks: str) -> list[Row]:
    """Return the game, the round, the facts, and the players to act, which are always visible."""
    status = table.status
    turn = thinks or whose_turn(status, words)
    if len(turn) > width - 2:
        turn = tr("{player}: {step}", player=ntr("{n} player", "{n} players", len(status.acting)), step=status.step)
    lines = _packed([where(status), *(told(fact, words) for fact in status.facts)], width - 2)
    if len(lines[-1]) + len(turn) + 4 > width or len(lines) > most:
        lines.append("")
    if len(lines) > most:
        lines = [*lines[: most - 2], _cut(f"{lines[most - 2]} ·…", width - 2), ""]
    *above, last = lines
    beside = f"{last}{' ' * (width - len(last) - len(turn) - 2)}" if last else ""
    aim = [Row(f"{RULE} {status.goal}")] if status.goal and len(status.goal) <= width - 2 and most >= ROOMY else []
    return [*(Row(_cut(f"{RULE} {line}", width)) for line in above), Row(_cut(f"{RULE} {beside}{turn}", width)), *aim]


def _packed(parts: Sequence[str], width: int, start: str = "", indent: str = "") -> list[str]:
    """Return the parts in lines, as many in a line as fit, the first after `start`."""
    lines, empty = [start], True
    for part in parts:
        if empty or len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += part if empty else f" · {part}"
        else:
            lines.append(indent + part)
        *before, last = wrap(lines[-1], width, subsequent_indent=indent, drop_whitespace=True) or [""]
        if before:
            lines[-1:] = [*before, last]
        empty = False
    return lines


def _short(zone: Zone, words: Words) -> str:
    """Return another player's zone in a word or two."""
    if zone.edgeless or (zone.columns and len(zone.cards) > WHOLE):
        lines, left_out = drawn(zone, len(zone.cards))
        held = " / ".join(" ".join(cell(zone.cards[at]) for at in part) for part in lines)
        if sum(map(len, lines)) > WHOLE:
            return f"{zone.title} {zone.count}"
        return " ".join(filter(None, [zone.title, held, f"({left_out})" if left_out else ""]))
    if zone.lay in ("row", "grid"):
        held = " ".join(map(cell, zone.cards)) if any(card.text for card in zone.cards) else str(zone.count)
        return f"{zone.title} {held}"
    if words.parted(zone.id)[1]:  # its title ends with a number, as `hand 1`
        return holds(zone, words)
    if zone.lay == "count":
        remembered = f" ({' '.join(zone.remembered)})" if zone.remembered else ""
        return f"{zone.title} {zone.count}{remembered}"
    if zone.lay == "pile" and (zone.hidden or zone.count > SHORT_PILE):
        return f"{zone.title} {zone.count}" + (f" {read(zone.top)}" if zone.top is not None else "")
    return f"{zone.title} {zone_text(zone)}"


def _other(person: Person, table: Scene, words: Words, width: int) -> list[Row]:
    """Return the rows for an opponent, one if it suffices; a player to act is marked."""
    line = _Line()
    line.add("▸ " if person.acts else "  ")
    line.add(person.name, person.id, table.step is not None and person.id in table.step.of)
    parts = [told(fact, words) for fact in person.facts]
    zones = (table.zone(id) for id in person.zones)
    parts += [_short(zone, words) for zone in zones if zone.count]
    start = _seen(line.text)
    first, *more = _packed(parts, width, " " * (start + 2), "    ")
    line.text += first[start:]
    return [Row(line.text, tuple(line.places)), *map(Row, more)]


def _team(team: Team, table: Scene, words: Words, width: int) -> list[Row]:
    parts = [told(fact, words) for fact in team.facts]
    parts += [_short(table.zone(id), words) for id in team.zones if table.zone(id).count]
    return [*map(Row, _packed(parts, width, f"  {team.title}  ", "    "))]


def _first(rows: Sequence[Row], width: int) -> Row:
    """Return the first of the lines, with dots if there are more."""
    return Row(_cut(f"{rows[0].text} ·…", width), rows[0].places) if rows[1:] else rows[0]


def _middle(table: Scene, words: Words, width: int, lit: set[str], *, apart: bool = False) -> list[Row]:
    """Return the zones of the table: short ones together in a line, others line by line.

    `apart`: columns get lines of their own, too.
    """
    shared = in_the_middle(table)
    line, rows, before = _Line(), list[Row](), False
    for zone in shared:
        if zone.form in ("row", "melds"):
            continue
        whole = zone.count <= SHORT or zone.lay in ("pile", "count", "column")
        text = holds(zone, words) if whole else _short(zone, words)
        if zone.lay == "spread" and len(text) > width:
            text = f"{zone.title} {zone.count}"
        alone = apart and zone.lay == "column"
        if line.text and (alone or before or _seen(line.text) + len(text) + 5 > width):
            rows.append(line.row)
            line = _Line()
        before = alone
        line.add(" · " if line.text else "  ")
        line.add(_cut(text, width - 2), zone.id, zone.id in lit)
    rows += [line.row] if line.text else []
    for zone in shared:
        if zone.form == "row" and zone.cards:
            rows += _places(zone, width, lit)
        elif zone.form == "melds" and zone.count:
            rows += _melds(zone, width, lit)
    return rows


SHORT = 20
"""The number of open cards of a zone in the middle up to which each is shown."""


def _places(zone: Zone, width: int, lit: set[str]) -> list[Row]:
    """Return a row or grid, with hidden cards by the numbers of their places."""
    cells = [f"@{card.place}" if card.face == "down" and not card.text else cell(card) for card in zone.cards]
    column = max(map(len, cells)) + 2
    start = f"  {zone.title} "
    lines, left_out = drawn(zone, max(1, (width - len(start)) // column), lit)
    if len(start) + max(map(len, lines), default=0) * column > width:
        start = "  "
        lines, left_out = drawn(zone, max(1, (width - len(start)) // column), lit)
    rows: list[Row] = []
    for part in lines:
        line = _Line(start if not rows else " " * len(start))
        for at in part:
            line.add(" " * (column - len(cells[at])))
            line.add(cells[at], zone.cards[at].id, zone.cards[at].id in lit)
        rows.append(line.row)
    if left_out:
        rows.append(Row(_cut(f"{' ' * len(start) if rows else start} ({left_out})", width)))
    return rows


def _melds(zone: Zone, width: int, lit: set[str]) -> list[Row]:
    """Return melds side by side, as many in a line as fit."""
    cards = {card.id: card for card in zone.cards}
    rows, line = list[Row](), _Line(f"  {zone.title} ")
    for meld in zone.melds:
        long = sum(len(read(cards[id])) + 1 for id in meld.cards) + 2
        if _seen(line.text) + long > width and line.places:
            rows.append(line.row)
            line = _Line("    ")
        line.add("| " if line.places else " ")
        for id in meld.cards:
            line.add(read(cards[id]), id if id in lit else meld.id, id in lit or meld.id in lit)
            line.add(" ")
    return [*rows, line.row]


def _own(table: Scene, words: Words, width: int, lit: set[str]) -> list[Row]:
    """Return the seat's own part: facts, then zone by zone, each card where it can be pointed at."""
    rows: list[Row] = []
    if table.you is None:
        return rows
    if table.you.facts:
        rows += map(Row, _packed([told(fact, words) for fact in table.you.facts], width, "  ", "  "))
    for zone in sorted(own_zones(table), key=lambda zone: zone.lay == "hand"):
        if not zone.count and zone.lay != "hand":
            continue
        if zone.lay in ("row", "grid"):
            rows += _places(zone, width, lit)
        elif zone.lay == "melds":
            rows += _melds(zone, width, lit)
        elif zone.lay in ("count", "pile"):
            rows.append(Row(_cut(f"  {_short(zone, words)}", width)))
        else:
            rows += _hand(zone, width, lit)
    return rows


def _hand(zone: Zone, width: int, lit: set[str]) -> list[Row]:
    """Return the cards in hand: combos in brackets, then the others, and remarks."""
    cards = {card.id: card for card in zone.cards}
    made = {id for meld in zone.makes for id in meld.cards}
    groups: list[tuple[str, list[Card], str]] = [("[", [cards[id] for id in meld.cards], "]") for meld in zone.makes]
    groups += [("", [card], "") for id, card in cards.items() if id not in made]
    start = f"  {zone.title} ({zone.count}) "
    rows, line = list[Row](), _Line(start)
    for opens, group, closes in groups:
        long = sum(len(read(card)) + 1 for card in group) + len(opens + closes)
        if _seen(line.text) + long > width and line.places:
            rows.append(line.row)
            line = _Line(" " * min(len(start), width // 4))
        line.add(f" {opens}")
        for number, card in enumerate(group):
            line.add(" " if number else "")
            line.add(read(card), card.id, card.id in lit)
        line.add(closes)
    notes = [*remarks(zone), *([tr("{n} hidden", n=zone.hidden)] if zone.hidden else [])]
    text = f"  ({'; '.join(notes)})" if notes else ""
    if _seen(line.text) + len(text) <= width:
        line.add(text)
        return [*rows, line.row]
    return [*rows, line.row, Row(_cut(f"  {text}", width))]


def _action(line: str, width: int) -> Row:
    """Return a line of the menu, with the target after each number."""
    line = _cut(line, width)
    places = []
    for found in _ENTRY.finditer(line):
        start, end = (_seen(line[:at]) for at in found.span())
        places.append((start, end, f"{KEY}{found[1].removeprefix('@')}"))
    return Row(line, tuple(places))


def texts(rows: Iterable[Row]) -> list[str]:
    """Return the text of rows, without any marks."""
    return [row.text.replace(KEY, "").replace(LIT, "").rstrip() for row in rows]
