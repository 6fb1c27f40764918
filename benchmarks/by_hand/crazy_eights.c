/* Crazy Eights by random players, as the ruleset crazy-eights has it with its preset openspiel, written by hand: what the machine can do.

   crazy_eights PLAYERS SECONDS SEED plays for so long and prints: games, decisions, the sum of all scores, games that
   came to an end without an empty hand, seconds of the processor.

   A card is a number, four times its rank and its suit; a hand is the bits of its cards. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CARDS = 52, EIGHT = 6, JACK = 9, MOST_DRAWS = 5, MOST_PLAYS = 100 };

static const uint64_t CLUBS = 0x1111111111111ULL;
static uint64_t chance;

/* A number from 0 to n - 1: a word of splitmix64, of whose upper half so much as n is of all. */
static inline uint32_t below(uint32_t n) {
    uint64_t z = chance += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return (uint32_t)(((z ^ (z >> 31)) >> 32) * n >> 32);
}

static inline int nth(uint64_t set, uint32_t n) {
    while (n--) set &= set - 1;
    return __builtin_ctzll(set);
}

static int worth(uint64_t hand) {
    int sum = 0;
    for (; hand; hand &= hand - 1) {
        int card = __builtin_ctzll(hand), rank = card >> 2;
        sum += rank == EIGHT ? 50 : rank >= JACK ? 10 : rank + 2;
    }
    return sum;
}

/* One game: its decisions. */
static long game(int players, long *scores, long *stuck) {
    uint64_t hands[5] = {0}, playable;
    uint8_t stock[CARDS];
    int left = CARDS, me, drawn = 0, passes = 0, plays = 0, suit;
    long decisions = 0;

    for (int i = 0; i < CARDS; i++) stock[i] = (uint8_t)i;
    /* The stock is shuffled as far as it is drawn from. */
#define DRAW(card)                                      \
    do {                                                \
        uint32_t at = below((uint32_t)left--);          \
        card = stock[at];                               \
        stock[at] = stock[left];                        \
    } while (0)

    int dealer = (int)below((uint32_t)players), card;
    for (int i = 0; i < players * (players == 2 ? 7 : 5); i++) {
        DRAW(card);
        hands[i % players] |= 1ULL << card;
    }
    for (;;) {
        DRAW(card);
        if (card >> 2 != EIGHT) break;
        stock[left++] = (uint8_t)card;
    }
#define WANTED(rank, suit) (0xFULL << 4 * (rank) | CLUBS << (suit) | 0xFULL << 4 * EIGHT)
    playable = WANTED(card >> 2, card & 3);
    me = dealer + 1 == players ? 0 : dealer + 1;

    for (;;) {
        uint64_t cards = hands[me] & playable;
        int count = __builtin_popcountll(cards);
        int ends = !left || drawn == MOST_DRAWS; /* draw or pass: there is always one of them */
        uint32_t chosen = below((uint32_t)count + 1);
        decisions++;
        if ((int)chosen < count) {
            card = nth(cards, chosen);
            hands[me] ^= 1ULL << card;
            passes = 0;
            if (!hands[me] || ++plays >= MOST_PLAYS) break;
            suit = card & 3;
            if (card >> 2 == EIGHT) {
                suit = (int)below(4);
                decisions++;
            }
            playable = WANTED(card >> 2, suit);
        } else if (!ends) {
            DRAW(card);
            hands[me] |= 1ULL << card;
            drawn++;
            passes = 0;
            continue;
        } else {
            passes = left ? 0 : passes + 1;
            if (passes > players) break;
        }
        drawn = 0;
        me = me + 1 == players ? 0 : me + 1;
    }
    *stuck += hands[me] != 0;
    for (int i = 0; i < players; i++) *scores -= worth(hands[i]);
    return decisions;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int players = atoi(argv[1]);
    double seconds = atof(argv[2]);
    long games = 0, decisions = 0, scores = 0, stuck = 0;
    chance = strtoull(argv[3], NULL, 10);
    clock_t start = clock(), now;
    do {
        for (int i = 0; i < 1000; i++) decisions += game(players, &scores, &stuck);
        games += 1000;
        now = clock();
    } while ((double)(now - start) / CLOCKS_PER_SEC < seconds);
    printf("%ld %ld %ld %ld %.6f\n", games, decisions, scores, stuck, (double)(now - start) / CLOCKS_PER_SEC);
    return 0;
}
