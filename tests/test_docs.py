"""What the pages under docs/ say is so: code is quoted from the files it names, entries and
records are read, files exist, and the page of doubts is up to date."""

from __future__ import annotations

import importlib.util
import re
from datetime import date
from types import ModuleType

import msgspec
import pytest

from pitboss import registry
from pitboss.analysis.study import Scenario, Setting, Study
from pitboss.records import record as records
from pitboss.records.record import read_fields, read_record
from pitboss.records.settle import settle
from pitboss.table.entries import entry_text, parse_entry
from tests.markdown import ROOT, Block, blocks

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
QUOTED = re.compile(r"`([\w./-]+)`:")
NAMED = re.compile(r"`((?:src|tests|docs|tools|examples)/[\w./-]+)`")


def _blocks() -> list[object]:
    return [
        pytest.param(block, id=f"{page.stem}:{block.line}")
        for page in PAGES
        for block in blocks(page)
    ]


@pytest.mark.parametrize("block", _blocks())
def test_quoted_code_stands_in_the_file_it_names(block: Block) -> None:
    named = QUOTED.fullmatch(block.before)
    if named is None:
        return
    found = [ROOT / named[1], ROOT / "src" / "pitboss" / named[1]]
    files = [path for path in found if path.is_file()]
    assert files, f"no file {named[1]}"
    assert block.text in files[0].read_text(encoding="utf-8"), f"{named[1]} does not say so"


@pytest.mark.parametrize("block", _blocks())
def test_examples_of_code_run(block: Block) -> None:
    if block.language == "python" and not QUOTED.fullmatch(block.before):
        exec(compile(block.text, "docs", "exec"), {})


def test_examples_of_entries_are_entries() -> None:
    lines = [line for b in blocks(DOCS / "records.md", "tape") for line in b.text.splitlines()]
    assert lines
    for line in lines:
        assert entry_text(parse_entry(line)) == line


def test_examples_of_records_are_settled() -> None:
    found = [b for b in blocks(DOCS / "records.md", "toml") if b.text.startswith("game")]
    assert len(found) == 5
    for block in found:
        fields = read_fields(block.text)
        if fields["game"] in registry.SYSTEMS:
            settled = registry.find_system(fields["game"]).settle(fields, date(2026, 1, 1))
            assert settled.as_json()["status"] == "settled"
        else:
            assert settle(read_record(block.text, today=date(2026, 1, 1))).settled


def test_every_field_of_a_record_is_described() -> None:
    text = (DOCS / "records.md").read_text(encoding="utf-8")
    for field in records._KNOWN:
        assert f"`{field}`" in text or f"{field} = " in text, field


@pytest.mark.parametrize("described", [Scenario, Study, Setting], ids=lambda each: each.__name__)
def test_every_field_of_a_study_is_described(described: type[msgspec.Struct]) -> None:
    text = (DOCS / "write-a-study.md").read_text(encoding="utf-8")
    missing = [field for field in described.__struct_fields__ if f"`{field}`" not in text]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_are_named_exist(page: object) -> None:
    text = (ROOT / str(page)).read_text(encoding="utf-8")
    missing = [name for name in NAMED.findall(text) if not (ROOT / name).exists()]
    assert not missing


def _tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_doubts_is_up_to_date() -> None:
    written = (DOCS / "doubts.md").read_text(encoding="utf-8")
    assert written == _tool("doubts").page(), "run python tools/doubts.py"
