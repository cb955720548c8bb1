"""Audited bulk: the file is what was simulated, and whatever is changed in it is found."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.long import SOAK
from tests.studies.room import DAY, GAMES, day_of, needs_records

from pitboss.analysis.simulation.audit import (
    BLOCK_ROUNDS,
    END,
    HASH_BYTES,
    HEAD,
    MAGIC,
    Replayed,
    replay,
    write_audit,
)
from pitboss.analysis.simulation.simulate import Progress, simulate
from pitboss.analysis.simulation.tracing import TAIL
from pitboss.errors import BadInput

ROUNDS = 3 * BLOCK_ROUNDS + 100


def audit(path: Path, key: str = "red-dog", rounds: int = ROUNDS, **asked: Any) -> str:
    return write_audit(path, key, DAY, rounds=rounds, **asked).head


def header_length(data: bytes) -> int:
    start = len(MAGIC) + 4
    return start + int.from_bytes(data[len(MAGIC) : start], "little")


def blocks(data: bytes, width: int) -> list[tuple[int, int]]:
    """Where each block begins and ends, the last one included."""
    found, at = [], header_length(data)
    while at < len(data):
        _, chunk, _, records, _ = HEAD.unpack_from(data, at)
        size = HEAD.size + records * (1 if chunk == END else width) + HASH_BYTES
        found.append((at, at + size))
        at += size
    return found


def rehashed(data: bytes, width: int) -> bytes:
    """The file with all its hashes made right again: what a careful forger would leave."""
    start = header_length(data)
    before = hashlib.sha256(data[:start]).digest()
    parts = [data[:start]]
    for begin, end in blocks(data, width):
        number, chunk, rounds, records, _ = HEAD.unpack_from(data, begin)
        head = HEAD.pack(number, chunk, rounds, records, before)
        body = data[begin + HEAD.size : end - HASH_BYTES]
        before = hashlib.sha256(head + body).digest()
        parts += [head, body, before]
    return b"".join(parts)


WIDTH = 3 + TAIL  # of red dog: three cards at most


# -- what is written --------------------------------------------------------------------------


# Each way in which a kernel leaves records; those of the others take numba minutes to compile. They
# are here with the long runs, and are held to the procedure by tests of their own games and by
# `test_changed_rows`.
SHORT = ("red-dog", "craps", "roulette", "minibaccarat", "sic-bo", "casino-war", "three-card-poker")


@pytest.mark.parametrize("key", GAMES if SOAK else SHORT)
def test_an_audit_is_clean_and_is_the_simulation(key: str, tmp_path: Path) -> None:
    needs_records(key)
    file = tmp_path / "a.audit"
    wager = "pass" if key == "craps" else ""
    written = write_audit(file, key, day_of(key), rounds=ROUNDS, wager=wager, seed=4)
    assert written.rounds == ROUNDS
    assert written.bytes == file.stat().st_size
    found = replay(file, head=written.head, sample=50, from_seed=True)
    assert found.status == "clean", found.message
    assert (found.rounds, found.blocks, found.proved) == (ROUNDS, 4, 50)
    if len(written.wagers) == 1:
        # An audit is of one scenario: the others need not be simulated to compare it.
        wager = written.wagers[0].wager
    whole = simulate(key, day_of(key), rounds=ROUNDS, seed=4, wager=wager)
    counted = {wager.wager: wager.counts for wager in whole.wagers}
    assert all(counted[wager.wager] == wager.counts for wager in written.wagers)


def test_the_same_arguments_write_the_same_file(tmp_path: Path) -> None:
    heads = [audit(tmp_path / name) for name in ("one", "two")]
    assert heads[0] == heads[1]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "a.audit"
    file.write_text("mine")
    with pytest.raises(BadInput, match="is there already"):
        audit(file)
    assert file.read_text() == "mine"
    with pytest.raises(BadInput, match="No such file or directory"):
        audit(tmp_path / "none" / "a.audit")


def test_an_interrupt_leaves_a_file_that_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.audit"

    def tell(now: Progress) -> None:
        if not now.preparing:
            raise KeyboardInterrupt

    written = write_audit(file, "big-six", DAY, rounds=(1 << 22) + 5000, tell=tell)
    assert written.partial
    assert written.rounds == 1 << 22
    found = replay(file)
    assert found.status == "clean"
    assert found.partial
    assert "a partial run" in found.message


def test_an_interrupt_in_the_middle_of_a_block_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.audit"
    blocks_hashed = [0]

    class Interrupting:
        """The third block's hash is asked for between two writes."""

        def __init__(self, data: bytes) -> None:
            self.hash = hashlib.sha256(data)
            blocks_hashed[0] += 1
            self.asked = 0

        def update(self, data: bytes) -> None:
            self.hash.update(data)

        def digest(self) -> bytes:
            if blocks_hashed[0] == 4 and not self.asked:
                self.asked = 1
                raise KeyboardInterrupt
            return self.hash.digest()

    monkeypatch.setattr("pitboss.chain.hashlib", SimpleNamespace(sha256=Interrupting))
    written = write_audit(file, "red-dog", DAY, rounds=ROUNDS)
    monkeypatch.undo()
    assert written.partial
    assert (written.rounds, written.blocks) == (2 * BLOCK_ROUNDS, 2)
    found = replay(file, head=written.head)
    assert (found.status, found.rounds) == ("clean", 2 * BLOCK_ROUNDS)


# -- what is altered --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    file = tmp_path_factory.mktemp("audit") / "a.audit"
    head = audit(file)
    return file.read_bytes(), head


def found_in(data: bytes, tmp_path: Path, **asked: Any) -> Replayed:
    file = tmp_path / "b.audit"
    file.write_bytes(data)
    return replay(file, sample=0, **asked)


def test_any_byte_that_is_changed_is_found_in_its_block(
    written: tuple[bytes, str], tmp_path: Path
) -> None:
    data = written[0]
    rng = random.Random(1)
    places = blocks(data, WIDTH)
    for number, (begin, end) in enumerate(places):
        spots = [begin, begin + 17, end - 1, *(rng.randrange(begin, end) for _ in range(25))]
        for spot in spots:
            changed = bytearray(data)
            changed[spot] ^= 1 << rng.randrange(8)
            found = found_in(bytes(changed), tmp_path)
            assert found.status == "altered"
            # The hash at the end of a block is what the next one follows from.
            assert found.first_bad == number, (spot, found.message)


def test_a_changed_header_is_found(written: tuple[bytes, str], tmp_path: Path) -> None:
    data = written[0]
    rng = random.Random(2)
    for _ in range(25):
        changed = bytearray(data)
        changed[rng.randrange(header_length(data))] ^= 1
        try:
            found = found_in(bytes(changed), tmp_path)
        except BadInput:
            continue  # no longer an audit, or one of other rules: refused as such
        assert found.status == "altered"
        assert found.first_bad == 0


def test_a_file_cut_off_anywhere_is_found(written: tuple[bytes, str], tmp_path: Path) -> None:
    data = written[0]
    for begin, end in blocks(data, WIDTH):
        for cut in (begin, begin + 10, (begin + end) // 2, end - 1):
            assert found_in(data[:cut], tmp_path).status == "altered"
    assert found_in(data + b"x", tmp_path).status == "altered"


def test_blocks_taken_out_or_exchanged_are_found(
    written: tuple[bytes, str], tmp_path: Path
) -> None:
    data = written[0]
    (a, b), (c, d) = blocks(data, WIDTH)[1:3]
    assert found_in(data[:a] + data[b:], tmp_path).first_bad == 1
    assert found_in(data[:a] + data[c:d] + data[a:b] + data[d:], tmp_path).first_bad == 1
    assert found_in(rehashed(data[:a] + data[b:], WIDTH), tmp_path).first_bad == 1


def test_an_outcome_made_up_is_found_though_all_hashes_are_right(
    written: tuple[bytes, str], tmp_path: Path
) -> None:
    data = bytearray(written[0])
    begin, _ = blocks(written[0], WIDTH)[2]
    spot = begin + HEAD.size + 50 * WIDTH + WIDTH - 2
    data[spot] = (data[spot] + 1) % 9
    found = found_in(rehashed(bytes(data), WIDTH), tmp_path)
    assert found.first_bad == 2
    assert "record 50 does not come to the outcome" in found.message


def test_cards_that_the_shoe_does_not_hold_are_found(
    written: tuple[bytes, str], tmp_path: Path
) -> None:
    """Every card of a round is exchanged for another suit of its rank: the outcome stays, but
    the shoe has no more than eight (or whatever) of a card."""
    data = bytearray(written[0])
    begin, end = blocks(written[0], WIDTH)[1]
    records = np.frombuffer(bytes(data[begin + HEAD.size : end - HASH_BYTES]), dtype=np.uint8)
    records = records.reshape(-1, WIDTH).copy()
    cards = records[:, :3]
    cards[cards < 52] &= 0xFC
    data[begin + HEAD.size : end - HASH_BYTES] = records.tobytes()
    found = found_in(rehashed(bytes(data), WIDTH), tmp_path)
    assert found.first_bad == 1
    assert "the shoe cannot have dealt it" in found.message


def test_one_suit_exchanged_is_found_from_the_seed(
    written: tuple[bytes, str], tmp_path: Path
) -> None:
    data = bytearray(written[0])
    begin, _ = blocks(written[0], WIDTH)[2]
    data[begin + HEAD.size + 3 * WIDTH] ^= 1
    forged = rehashed(bytes(data), WIDTH)
    assert found_in(forged, tmp_path, from_seed=True).first_bad == 2
    file = tmp_path / "c.audit"
    file.write_bytes(forged)
    assert replay(file, head=written[1], sample=0).status == "altered"


def test_the_head_kept_apart_is_checked(written: tuple[bytes, str], tmp_path: Path) -> None:
    file = tmp_path / "c.audit"
    file.write_bytes(written[0])
    assert replay(file, head=written[1].upper(), sample=0).status == "clean"
    assert replay(file, head="0" * 64, sample=0).status == "altered"


def test_what_is_no_audit(tmp_path: Path) -> None:
    file = tmp_path / "a"
    for data in (b"", b"hello", MAGIC, MAGIC[:-1] + b"x" * 50):
        file.write_bytes(data)
        with pytest.raises(BadInput, match="not an audit"):
            replay(file)
    with pytest.raises(BadInput, match="No such file"):
        replay(tmp_path / "none")


def test_rolls_that_go_on_in_the_next_record(tmp_path: Path) -> None:
    file = tmp_path / "a.audit"
    audit(file, "craps", wager="pass")
    data = file.read_bytes()
    places = blocks(data, 5 + TAIL)
    assert len(places) == 5
    records = [HEAD.unpack_from(data, begin)[3] for begin, _ in places[:-1]]
    assert sum(records) > ROUNDS
    assert replay(file, sample=200).status == "clean"


def test_verify_knows_an_audit_by_its_header(tmp_path: Path, capsys: Any) -> None:
    """`pitboss verify` takes it as it takes a journal, and nothing else."""
    from pitboss.cli import main

    file = tmp_path / "rounds.audit"
    written = write_audit(file, "red-dog", DAY, rounds=10_000)
    assert main(["verify", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["rounds"], told["head"]) == ("clean", 10_000, written.head)
    assert main(["verify", str(file), "--last-hash", written.head]) == 0
    assert main(["verify", str(file), "--last-hash", "0" * 64]) == 1
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert main(["verify", str(file)]) == 1
    capsys.readouterr()
    for content in (b"hello", b"{}", b"\0" * 100, b"pitboss audit of what?"):
        file.write_bytes(content)
        assert main(["verify", str(file)]) == 2
        assert "audit" in capsys.readouterr().err
