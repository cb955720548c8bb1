"""The shared kernels: they walk automata and count outcomes. Tables are arguments.

Random numbers are counter based: word i of a chunk is mix(key + i * GOLDEN), so a chunk's
figures depend on nothing but its key. At dice, four independent tables are walked side by side,
which hides the latency of the look-ups; the steps are written out four times because a loop
over lanes kept in memory takes about twice as long. Each table has a quota of rounds, so a
chunk is a fixed number of whole rounds and no round is favoured for being short. At cards, the
shoes of many tables are dealt at once, a card of each at a time, and then walked, several cards
a look-up; the rounds of a chunk are those of the first shoe, of the second, and so on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled

Array = Any

LANES = 4
# Shoes that are dealt side by side: enough for vectors, few enough to stay in the cache.
SHOES = 64
# A card is drawn by sixteen random bits: four shoes have their next card from one word.
WORDS = SHOES // 4
# Shoes that are walked side by side.
ABREAST = 8
# An entry of a table of several cards packs the row to go on from above the cards taken.
TAKEN_BITS = 6
TAKEN_MASK = 0x3F
# Counts of cards lie at this much less, so that they fill sixteen bits with a sign.
LOWEST = 32768
# An entry of a table packs the outcome (0: none yet) above where to go on.
OUTCOME_SHIFT = 16
GO_ON_MASK = 0xFFFF
# Entries of the table of two rolls: outcome of the pair, rounds finished, next node.
PAIR_SHIFT = 16
FINISHED_SHIFT = 14
NODE_MASK = 0x3FFF
PAIRS = 1296


@compiled
def mix(word: Any) -> Any:
    """Returns the output function of splitmix64."""
    z = np.uint64(word)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def chunk_key(seed: Any, chunk: Any) -> Any:
    """Returns the key of a chunk: far apart for neighbouring seeds and chunks."""
    return mix(mix(np.uint64(seed)) + np.uint64(chunk) * np.uint64(0xD1342543DE82EF95))


class Shoes(NamedTuple):
    """Room in which SHOES shoes of the same cards are dealt side by side: rows of SHOES.

    `starts` has, for every class but the last, the cards of that class and those before it, at
    LOWEST less, and is filled up to a multiple of three. `lefts` are the cards left before each
    draw; `unfair` is 65536 % left. `pairs` and `openings` are what is dealt: for every place in
    every shoe the number of the next two cards, and of those that open a round. `places` has
    where each shoe is."""

    starts: Array
    lefts: Array
    unfair: Array
    words: Array
    parts: Array
    refused: Array
    refused_words: Array
    first: Array
    second: Array
    third: Array
    drawn: Array
    cards: Array
    pairs: Array
    openings: Array
    places: Array


class Strides(NamedTuple):
    """An automaton that takes several cards a look-up (simulation/strides.py).

    `opening[number of the first cards]`, and then `rest[row * symbols ** 2 + number of the next
    two cards]`, packs a row and the cards that the round has taken so far. Rows below `over`
    end the round, and lead to themselves. A round starts before `limit` cards of a shoe are
    drawn, and takes `longest` at most; a shoe has `rounds_most`."""

    opening: Array
    rest: Array
    symbols: int
    opening_cards: int
    over: int
    limit: int
    longest: int
    rounds_most: int


@compiled
def deal_shoes(shoes: Shoes, symbols: int, opening_cards: int, state: Any) -> Any:
    """Deals all shoes anew. Returns the generator as it is then.

    A uniform number below the cards left falls into the cards of some class; those of that
    class and of all after it are then one fewer. So the classes come as if cards had been
    shuffled, and no card is ever moved: all is done on whole rows, by vector instructions."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    first, second, third = shoes.first, shoes.second, shoes.third
    words, parts, refused, drawn = shoes.words, shoes.parts, shoes.refused, shoes.drawn
    cards, pairs, openings = shoes.cards, shoes.pairs, shoes.openings
    triples = shoes.starts.shape[0] // 3
    for triple in range(triples):
        for shoe in range(SHOES):
            first[triple * SHOES + shoe] = shoes.starts[3 * triple]
            second[triple * SHOES + shoe] = shoes.starts[3 * triple + 1]
            third[triple * SHOES + shoe] = shoes.starts[3 * triple + 2]
    for place in range(shoes.lefts.shape[0]):
        left = shoes.lefts[place]
        unfair = shoes.unfair[place]
        row = place * SHOES
        for word in range(WORDS):
            words[word] = mix(state + golden * np.uint64(word + 1))
        state += golden * np.uint64(WORDS)
        for shoe in range(SHOES):
            product = np.uint64(parts[shoe]) * np.uint64(left)
            drawn[shoe] = np.int16(np.int64(product >> np.uint64(16)) - LOWEST)
            cards[row + shoe] = 3 * triples
        # A loop of its own: either half of a product takes vectors of sixteen bits, both more.
        for shoe in range(SHOES):
            product = np.uint64(parts[shoe]) * np.uint64(left)
            refused[shoe] = np.uint16(product) < unfair
        some = np.uint64(0)
        for word in range(WORDS):
            some |= shoes.refused_words[word]
        if some != 0:
            state = draw_again(refused, np.uint64(left), np.uint64(unfair), drawn, state)
        for triple in range(triples):
            at = triple * SHOES
            for shoe in range(SHOES):
                number = drawn[shoe]
                one = np.int16(first[at + shoe] > number)
                first[at + shoe] = np.int16(first[at + shoe] - one)
                two = np.int16(second[at + shoe] > number)
                second[at + shoe] = np.int16(second[at + shoe] - two)
                three = np.int16(third[at + shoe] > number)
                third[at + shoe] = np.int16(third[at + shoe] - three)
                after = np.int16(np.int16(one + two) + three)
                cards[row + shoe] = np.int16(cards[row + shoe] - after)
    dealt = shoes.lefts.shape[0] * SHOES
    for at in range(dealt):
        pairs[at] = np.uint16(cards[at] * symbols + cards[at + SHOES])
    for at in range(dealt):
        openings[at] = pairs[at]
    if opening_cards == 4:
        for at in range(dealt):
            openings[at] = np.uint16(pairs[at] * symbols * symbols + pairs[at + 2 * SHOES])
    for shoe in range(SHOES):
        shoes.places[shoe] = shoe
    return state


@compiled
def draw_again(refused: Array, left: Any, unfair: Any, drawn: Array, state: Any) -> Any:
    """Draws that would favour some cards are drawn again, until they do not."""
    part = np.uint64(0xFFFF)
    for shoe in range(SHOES):
        if refused[shoe]:
            product = np.uint64(0)
            while (product & part) < unfair:
                state += np.uint64(0x9E3779B97F4A7C15)
                product = (mix(state) & part) * left
            drawn[shoe] = np.int16(np.int64(product >> np.uint64(16)) - LOWEST)
    return state


@compiled
def walk_abreast(dealt: Shoes, strides: Strides, seen: Array) -> int:
    """Walks rounds of all shoes, ABREAST side by side, as long as all of them surely have another.
    No round may take more than two look-ups; then nothing branches on a card. Returns the number
    of rounds; `places` has where each shoe is then."""
    opening, rest, places = strides.opening, strides.rest, dealt.places
    pairs, openings = dealt.pairs, dealt.openings
    limit, longest = strides.limit, strides.longest
    # All unsigned: what is signed might be negative, and a compiled look-up would see to it.
    width = np.uint64(strides.symbols * strides.symbols)
    on = np.uint64(strides.opening_cards * SHOES)
    shoes, abreast = np.uint64(SHOES), np.uint64(ABREAST)
    bits, taken = np.uint64(TAKEN_BITS), np.uint64(TAKEN_MASK)
    rounds = 0
    for one in range(0, SHOES, ABREAST):
        a, b, c, d = places[one], places[one + 1], places[one + 2], places[one + 3]
        e, f, g, h = places[one + 4], places[one + 5], places[one + 6], places[one + 7]
        surely: Any = (limit + longest - 1) // longest
        while surely > 0:
            for _ in range(surely):
                entry = np.uint64(rest[(opening[openings[a]] >> bits) * width + pairs[a + on]])
                seen[(entry >> bits) * abreast] += 1
                a += (entry & taken) * shoes
                entry = np.uint64(rest[(opening[openings[b]] >> bits) * width + pairs[b + on]])
                seen[(entry >> bits) * abreast + np.uint64(1)] += 1
                b += (entry & taken) * shoes
                entry = np.uint64(rest[(opening[openings[c]] >> bits) * width + pairs[c + on]])
                seen[(entry >> bits) * abreast + np.uint64(2)] += 1
                c += (entry & taken) * shoes
                entry = np.uint64(rest[(opening[openings[d]] >> bits) * width + pairs[d + on]])
                seen[(entry >> bits) * abreast + np.uint64(3)] += 1
                d += (entry & taken) * shoes
                entry = np.uint64(rest[(opening[openings[e]] >> bits) * width + pairs[e + on]])
                seen[(entry >> bits) * abreast + np.uint64(4)] += 1
                e += (entry & taken) * shoes
                entry = np.uint64(rest[(opening[openings[f]] >> bits) * width + pairs[f + on]])
                seen[(entry >> bits) * abreast + np.uint64(5)] += 1
                f += (entry & taken) * shoes
                entry = np.uint64(rest[(opening[openings[g]] >> bits) * width + pairs[g + on]])
                seen[(entry >> bits) * abreast + np.uint64(6)] += 1
                g += (entry & taken) * shoes
                entry = np.uint64(rest[(opening[openings[h]] >> bits) * width + pairs[h + on]])
                seen[(entry >> bits) * abreast + np.uint64(7)] += 1
                h += (entry & taken) * shoes
            rounds += ABREAST * surely
            furthest = max(max(max(a, b), max(c, d)), max(max(e, f), max(g, h)))
            surely = (limit - np.int64(furthest) // SHOES + longest - 1) // longest
        places[one], places[one + 1], places[one + 2], places[one + 3] = a, b, c, d
        places[one + 4], places[one + 5], places[one + 6], places[one + 7] = e, f, g, h
    return rounds


@compiled
def walk_on(dealt: Shoes, strides: Strides, most: int, seen: Array) -> int:
    """Walks all rounds of one shoe after the other from `places` on, `most` in all. Returns
    their number."""
    opening, rest, pairs, openings = strides.opening, strides.rest, dealt.pairs, dealt.openings
    shoes = np.uint64(SHOES)
    width = np.uint64(strides.symbols * strides.symbols)
    bits, taken = np.uint64(TAKEN_BITS), np.uint64(TAKEN_MASK)
    end = np.uint64(strides.limit * SHOES)
    over = np.uint64(strides.over)
    rounds = 0
    for shoe in range(SHOES):
        at = dealt.places[shoe]
        while at < end and rounds < most:
            entry = np.uint64(opening[openings[at]])
            while entry >> bits >= over:
                pair = np.uint64(pairs[at + (entry & taken) * shoes])
                entry = np.uint64(rest[(entry >> bits) * width + pair])
            seen[(entry >> bits) * np.uint64(ABREAST)] += 1
            at += (entry & taken) * shoes
            rounds += 1
    return rounds


@compiled
def cards_kernel(dealt: Shoes, strides: Strides, key: Any, rounds: int, seen: Array) -> None:
    """Plays `rounds` rounds of a card game. `seen[row * ABREAST + any]` counts where they ended."""
    state = np.uint64(key)
    abreast = strides.longest <= strides.opening_cards + 2
    done = 0
    while done < rounds:
        state = deal_shoes(dealt, strides.symbols, strides.opening_cards, state)
        if abreast and rounds - done >= SHOES * strides.rounds_most:
            done += walk_abreast(dealt, strides, seen)
        done += walk_on(dealt, strides, rounds - done, seen)


@compiled
def dice_kernel(
    pairs: Array,
    single: Array,
    key: Any,
    quota: int,
    ha: Array,
    hb: Array,
    hc: Array,
    hd: Array,
    counts: Array,
) -> None:
    """Plays `quota` rounds (decided wagers) at each of four tables of a game of two dice.

    `pairs[node * 1296 + two rolls]` walks two rolls a look-up and counts what the pair of rolls
    decided in h?; when a table may be within two rounds of its quota it goes on by `single`,
    one roll a look-up, and counts in `counts`."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    # The largest multiple of 1296 ** 5 below 2 ** 64: every digit of a smaller word is fair.
    fair = np.uint64(5045) * np.uint64(3656158440062976)
    digits = np.uint64(1296)
    state = np.uint64(key)
    na = nb = nc = nd = 0
    ra = rb = rc = rd = 0
    while True:
        words = (quota - max(max(ra, rb), max(rc, rd))) // 10
        if words <= 0:
            break
        for _ in range(words):
            state += golden
            wa = mix(state)
            state += golden
            wb = mix(state)
            state += golden
            wc = mix(state)
            state += golden
            wd = mix(state)
            while wa >= fair or wb >= fair or wc >= fair or wd >= fair:
                state += golden
                wa = mix(state)
                state += golden
                wb = mix(state)
                state += golden
                wc = mix(state)
                state += golden
                wd = mix(state)
            for _ in range(5):
                entry = pairs[na * PAIRS + np.int64(wa % digits)]
                wa //= digits
                na = entry & NODE_MASK
                ra += (entry >> FINISHED_SHIFT) & 3
                ha[entry >> PAIR_SHIFT] += 1
                entry = pairs[nb * PAIRS + np.int64(wb % digits)]
                wb //= digits
                nb = entry & NODE_MASK
                rb += (entry >> FINISHED_SHIFT) & 3
                hb[entry >> PAIR_SHIFT] += 1
                entry = pairs[nc * PAIRS + np.int64(wc % digits)]
                wc //= digits
                nc = entry & NODE_MASK
                rc += (entry >> FINISHED_SHIFT) & 3
                hc[entry >> PAIR_SHIFT] += 1
                entry = pairs[nd * PAIRS + np.int64(wd % digits)]
                wd //= digits
                nd = entry & NODE_MASK
                rd += (entry >> FINISHED_SHIFT) & 3
                hd[entry >> PAIR_SHIFT] += 1
    for lane in range(4):
        node = na if lane == 0 else nb if lane == 1 else nc if lane == 2 else nd
        done = ra if lane == 0 else rb if lane == 1 else rc if lane == 2 else rd
        state = single_rolls(single, state, node, quota - done, counts)


@compiled
def single_rolls(single: Array, state: Any, node: int, rounds: int, counts: Array) -> Any:
    """Plays `rounds` rounds from `node`, one roll of two dice at a time. Returns the generator as
    it is then."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    fair = np.uint64(0x7FFFFFFFFFFFFFFF) // np.uint64(36) * np.uint64(36)
    done = 0
    while done < rounds:
        state += golden
        word = mix(state) >> np.uint64(1)
        if word >= fair:
            continue
        entry = single[node * 36 + np.int64(word % np.uint64(36))]
        node = entry & GO_ON_MASK
        if entry > GO_ON_MASK:
            counts[(entry >> OUTCOME_SHIFT) - 1] += 1
            done += 1
    return state


@compiled
def wheel_kernel(stops: Array, key: Any, spins: int, counts: Array) -> None:
    """Spins a wheel `spins` times: `stops` has the outcome of every stop."""
    size = np.uint64(stops.shape[0])
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    golden = np.uint64(0x9E3779B97F4A7C15)
    threshold = np.uint64(0x100000000) % size
    state = np.uint64(key)
    done = 0
    while done < spins:
        state += golden
        word = mix(state)
        product = (word & low) * size
        if (product & low) >= threshold:
            counts[stops[product >> half]] += 1
            done += 1
            if done == spins:
                break
        product = (word >> half) * size
        if (product & low) >= threshold:
            counts[stops[product >> half]] += 1
            done += 1
