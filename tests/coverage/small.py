"""Games of one course: nobody ever has a choice, so that what fires in them can be counted by hand."""

COUNTED = """
croupier: 1
game: counted
players: 2
options:
  cards_each: 1..3 starting 2
  bonus: no/yes
cards: {attributes: {rank: 1..9}, copies: 1}
tables:
  worth of card by rank: {1..3: 1, 4..6: 2, 7..9: 3..5}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  out: pile seen by everyone
state:
  points of player: number
  thrown: number
define:
  gain: if bonus then 10 else 1
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top cards_each of stock to hand
  steps:
    turn:
      by: players from first of players
      until:
        empty_handed: hand of players is empty
        over: thrown > 0
      times: 5
      moves: [throw_all, never_made]
      else: add 100 to points
      end:
        - if thrown > 2: add gain to points
          else if thrown > 100:
            - remark: add 1000 to points
moves:
  throw_all:
    when: {has_cards: hand is not empty}
    do:
      - for each of hand as held:
          - move held to out
          - add 1 to thrown
      - add gain to points
  never_made:
    when: {a_hundred: thrown > 100, has_cards: hand is not empty}
    do:
      - add 1 to points
whenever:
  many:
    when: thrown > 3
    do: add -4 to thrown
result: {score: points + (if thrown > 0 then 1 else 0)}
scenarios:
  throwing_one:
    seats: Ann Bob
    given: {at: turn of Ann, hand of Ann: 7, hand of Bob: 8}
    then:
      - Ann: throw_all
      - now: {thrown: 1, points of Ann: 1}
  nothing_to_throw:
    seats: Ann Bob
    options: {bonus: yes}
    given: {at: turn of Bob, hand of Bob: 8}
    then:
      - Bob cannot: never_made because a_hundred
      - Bob: throw_all
"""

ASKING = """
croupier: 1
game: asking
players: 2
cards: {attributes: {rank: 1..4}}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  pile: pile seen by everyone
play:
  begin:
    - move deck to stock
    - for each of players: move top of stock to hand
  steps:
    passing: {by: players at once, moves: [give]}
    turn: {by: players from first of players, times: 4, moves: [take]}
moves:
  give:
    choose: {card: one of hand}
    do: move card to pile
  take:
    when: {either: count of pile < 9 or hand is empty}
    do:
      - move top of stock to hand
      - putting_back:
          - choose: {back: one of hand where rank > 1}
          - move back to pile
result: {score: count of hand}
"""

WANDERING = """
croupier: 1
game: wandering
players: 2
options:
  rounds: 0.. starting 0
  limit: 0.. starting 50
  pay: 2..4 starting 3
cards: {attributes: {rank: 1..4}}
zones:
  stock: pile seen by nobody
  out: pile seen by everyone
state:
  rich of player: no/yes
  total of player: number
play:
  begin:
    - move deck to stock
    - for each of players where rich: add limit + rounds + pay to total
    - for each of out: move it to stock
result: {score: total}
"""
