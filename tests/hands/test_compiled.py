"""`@compiled` and `jit`: plain until asked for, kept on disk under a key that notices change."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import pitboss
from pitboss.compiled import cache_directory, compiled, function_directory, is_compiled, jit

SOURCE = """
from pitboss.compiled import compiled
from {helpers} import SCALE, double

@compiled
def total(values):
    found = 0
    for value in values:
        found += double(value) * SCALE
    return found
"""
HELPERS = """
from pitboss.compiled import compiled

SCALE = {scale}

@compiled
def double(value):
    return {body}
"""
RUN = """
import json, sys
import numpy as np
sys.path.insert(0, {folder!r})
from {module} import total
from pitboss.compiled import jit
values = np.arange(10)
kernel = jit(total)
result = int(kernel(values))
assert result == total(values.tolist())
hits = sum(kernel.stats.cache_hits.values())
print(json.dumps([result, hits]))
"""


def run(code: str, **environment: str) -> str:
    source = str(Path(pitboss.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": source, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def write(folder: Path, name: str, *, scale: str = "3", body: str = "value * 2") -> None:
    (folder / f"{name}.py").write_text(SOURCE.format(helpers=f"{name}_helpers"))
    (folder / f"{name}_helpers.py").write_text(HELPERS.format(scale=scale, body=body))


def load(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(folder))
    for known in (name, f"{name}_helpers"):
        sys.modules.pop(known, None)
    importlib.invalidate_caches()
    return importlib.import_module(name)


def test_marked_functions_stay_plain() -> None:
    @compiled
    def plus(a: int, b: int) -> int:
        return a + b

    assert plus(1, 2) == 3
    assert is_compiled(plus)
    assert not is_compiled(run)
    with pytest.raises(TypeError, match="not marked"):
        jit(run)


def test_second_process_loads_from_disk_and_notices_a_changed_helper(tmp_path: Path) -> None:
    write(tmp_path, "kept")
    code = RUN.format(folder=str(tmp_path), module="kept")
    cache = str(tmp_path / "cache")
    assert run(code, PITBOSS_CACHE_DIR=cache) == "[270, 0]"
    assert run(code, PITBOSS_CACHE_DIR=cache) == "[270, 1]"
    write(tmp_path, "kept", body="value * 4")
    assert run(code, PITBOSS_CACHE_DIR=cache, PYTHONDONTWRITEBYTECODE="1") == "[540, 0]"


def test_of_processes_that_begin_together_one_compiles(tmp_path: Path) -> None:
    write(tmp_path, "shared")
    code = RUN.format(folder=str(tmp_path), module="shared")
    with ThreadPoolExecutor(3) as pool:
        cache = str(tmp_path / "cache")
        answers = pool.map(lambda _: run(code, PITBOSS_CACHE_DIR=cache), range(3))
        assert sorted(answers) == ["[270, 0]", "[270, 1]", "[270, 1]"]


def test_directory_changes_with_helper_and_constant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("PITBOSS_CACHE_DIR", str(tmp_path / "cache"))
    seen = []
    for scale, body in (("3", "value * 2"), ("4", "value * 2"), ("3", "value * 5")):
        write(tmp_path, "keyed", scale=scale, body=body)
        seen.append(function_directory(load(tmp_path, "keyed", monkeypatch).total))
    write(tmp_path, "keyed")
    assert function_directory(load(tmp_path, "keyed", monkeypatch).total) == seen[0]
    assert len(set(seen)) == 3
    assert all(directory.is_relative_to(tmp_path / "cache") for directory in seen)


def test_global_tables_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    write(tmp_path, "frozen", scale="[1, 2]")
    module = load(tmp_path, "frozen", monkeypatch)
    with pytest.raises(TypeError, match="SCALE: a global list must be an argument"):
        jit(module.total)


def test_unmarked_helper_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "unmarked")
    text = (tmp_path / "unmarked_helpers.py").read_text().replace("@compiled", "")
    (tmp_path / "unmarked_helpers.py").write_text(text)
    module = load(tmp_path, "unmarked", monkeypatch)
    with pytest.raises(TypeError, match="double is a function not marked"):
        jit(module.total)


def test_seven_card_kernel_counts_no_references_and_needs_no_disk(tmp_path: Path) -> None:
    """Reference counting in the loop would make it ten times slower (see performance)."""
    occupied = tmp_path / "occupied"
    occupied.write_text("a file where a directory should be")
    code = """
import numpy as np
from pitboss.compiled import jit
from pitboss.hands import poker_batch
values = poker_batch.five_card_values(np.arange(14, dtype=np.uint8).reshape(2, 7))
kernel = jit(poker_batch._seven_card_kernel)
(assembly,) = kernel.inspect_asm().values()
assert "movzbl" in assembly or "ldrb" in assembly, "no assembly to look at"
print("NRT_incref" in assembly or "NRT_decref" in assembly, kernel.stats.cache_path)
"""
    assert run(code, PITBOSS_CACHE_DIR=str(occupied / "cache")) == "False None"


def test_damaged_cache_costs_a_compilation_only(tmp_path: Path) -> None:
    write(tmp_path, "damaged")
    code = RUN.format(folder=str(tmp_path), module="damaged")
    cache = tmp_path / "cache"
    assert run(code, PITBOSS_CACHE_DIR=str(cache)) == "[270, 0]"
    for kept in cache.rglob("*.nb*"):
        kept.write_bytes(b"damaged")
    assert run(code, PITBOSS_CACHE_DIR=str(cache)) == "[270, 0]"


def test_cache_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_directory() == Path("/somewhere/pitboss")
    monkeypatch.setenv("PITBOSS_CACHE_DIR", "/elsewhere")
    assert cache_directory() == Path("/elsewhere")


def test_bit_methods_in_compiled_code() -> None:
    @compiled
    def lengths(values: Any, found: Any) -> None:
        for i in range(len(values)):
            found[i] = values[i].bit_length() * 100 + values[i].bit_count()

    numbers = np.array([0, 1, 2, 3, 255, 256, 1 << 61], dtype=np.int64)
    found = np.zeros(len(numbers), dtype=np.int64)
    jit(lengths)(numbers, found)
    assert found.tolist() == [n.bit_length() * 100 + n.bit_count() for n in numbers.tolist()]
