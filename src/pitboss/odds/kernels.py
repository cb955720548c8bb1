"""The shared kernels: they walk automata and count outcomes. Tables are arguments.

Random numbers are counter based: word i of a chunk is mix(key + i * GOLDEN), so a chunk's
figures depend on nothing but its key. At dice, four independent tables are walked side by side,
which hides the latency of the look-ups; the steps are written out four times because a loop
over lanes kept in memory takes about twice as long. Each table has a quota of rounds, so a
chunk is a fixed number of whole rounds and no round is favoured for being short. At cards, the
look-up of a round's first cards all at once brings more than tables side by side."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled import compiled

Array = Any

LANES = 4
# An entry of a table packs the outcome (0: none yet) above where to go on.
OUTCOME_SHIFT = 16
GO_ON_MASK = 0xFFFF
# Entries of the table of two rolls: outcome of the pair, rounds finished, next node.
PAIR_SHIFT = 16
FINISHED_SHIFT = 14
NODE_MASK = 0x3FFF
PAIRS = 1296
DIGITS_A_WORD = 5


@compiled
def mix(word: Any) -> Any:
    """The output function of splitmix64."""
    z = np.uint64(word)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def chunk_key(seed: Any, chunk: Any) -> Any:
    """The key of a chunk: far apart for neighbouring seeds and chunks."""
    return mix(mix(np.uint64(seed)) + np.uint64(chunk) * np.uint64(0xD1342543DE82EF95))


@compiled
def cards_kernel(
    opening: Array, opening_cards: int, symbols: int, table: Array, shoe: Array,
    cutting_card: int, key: Any, rounds: int, counts: Array, trace: Array, wanted: int,
) -> int:  # fmt: skip
    """`rounds` rounds of a card game from `shoe`, whose cards are shuffled as they are drawn.

    Every round begins with `opening_cards` cards (at most four), which are looked up together
    in `opening`; then `table[node + card]` packs where to go on and the outcome. After a round
    that leaves at most `cutting_card` cards, all cards are shuffled again. The cards of round
    `wanted` go to `trace`, and their number is given."""
    size = shoe.shape[0]
    golden = np.uint64(0x9E3779B97F4A7C15)
    part = np.uint64(0xFFFF)
    bits = np.uint64(16)
    state = np.uint64(key)
    drawn = 0
    for number in range(rounds):
        start = drawn
        state += golden
        word = mix(state)
        index: Any = 0
        for _ in range(opening_cards):
            left = np.uint64(size - drawn)
            product = (word & part) * left
            word >>= bits
            # Exact: a product among the few that favour some cards is drawn again.
            while (product & part) < left and (product & part) < np.uint64(65536) % left:
                state += golden
                product = (mix(state) & part) * left
            at = drawn + np.int64(product >> bits)
            card = shoe[at]
            shoe[at] = shoe[drawn]
            shoe[drawn] = card
            drawn += 1
            index = index * symbols + np.int64(card)
        entry = opening[index]
        while entry <= GO_ON_MASK:
            state += golden
            left = np.uint64(size - drawn)
            product = (mix(state) & part) * left
            while (product & part) < left and (product & part) < np.uint64(65536) % left:
                state += golden
                product = (mix(state) & part) * left
            at = drawn + np.int64(product >> bits)
            card = shoe[at]
            shoe[at] = shoe[drawn]
            shoe[drawn] = card
            drawn += 1
            entry = table[entry + card]
        counts[(entry >> OUTCOME_SHIFT) - 1] += 1
        if number == wanted:
            for place in range(start, drawn):
                trace[place - start] = shoe[place]
            return drawn - start
        if size - drawn <= cutting_card:
            drawn = 0
    return 0


@compiled
def dice_kernel(
    pairs: Array, single: Array, key: Any, quota: int, ha: Array, hb: Array, hc: Array,
    hd: Array, counts: Array,
) -> None:  # fmt: skip
    """`quota` rounds (decided wagers) at each of four tables of a game of two dice.

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
    """`rounds` rounds from `node`, one roll of two dice at a time. Gives the generator on."""
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
    """`spins` spins of a wheel: `stops` has the outcome of every stop."""
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
