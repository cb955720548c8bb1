"""The site: gathers its pages, runs the gallery, and has Sphinx build them (`make site`).

    python -m tools.site [--no-settle] [build/site]

Pages are plain Markdown: those of docs/, those of site/, and the ones that are made here: a page a
game, the Python reference, and the gallery with what its code printed. The page that settles
disputes (tools/settle_page.py) is put beside them."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from pitboss import registry
from pitboss.analysis.exact.edges import Chart
from pitboss.casino.guide import Guide, guide_of
from pitboss.report.charts import bars
from pitboss.report.strategy_chart import svg_of

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build"
# What the site has that is not under docs/ or site/, by its name there.
ELSEWHERE = {"contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
# Modules whose docstrings are the reference, beside the front door.
MODULES = {
    "errors": ("pitboss.errors",),
    "money": ("pitboss.money",),
    "entries": ("pitboss.table.entries", "pitboss.table.prompts", "pitboss.table.receipt"),
    "writing-a-game": ("pitboss.table.game", "pitboss.table.dealer", "pitboss.table.window"),
    "law": ("pitboss.law.regulation", "pitboss.law.paytable", "pitboss.law.citation"),
    "records": ("pitboss.records.record", "pitboss.records.settle"),
    "odds": ("pitboss.analysis.exact.edges", "pitboss.analysis.exact.distribution",
             "pitboss.analysis.policy", "pitboss.analysis.study"),
    "learning": ("pitboss.learn", "pitboss.learn.environment", "pitboss.learn.vector",
                 "pitboss.learn.seats", "pitboss.learn.text"),
    "testing": ("pitboss.testing",),
}  # fmt: skip
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EDGES_CHARTED = 24


def pages() -> dict[str, Path]:
    """The pages that are written by hand, by their place on the site."""
    found = {}
    for folder in ("docs", "site"):
        for path in sorted((ROOT / folder).rglob("*.md")):
            found[path.relative_to(ROOT / folder).as_posix()] = path
    return found | {name: ROOT / source for name, source in ELSEWHERE.items()}


def made_pages() -> list[str]:
    """The places of the pages that are made by this tool."""
    games = [f"games/{key}.md" for key in ("index", *registry.OURS)]
    return [
        *games,
        "reference/index.md",
        *(f"reference/{name}.md" for name in MODULES),
        "settle/index.html",
    ]


def gather(target: Path) -> None:
    """All pages, and what belongs to them, into one folder for Sphinx."""
    shutil.rmtree(target, ignore_errors=True)
    for name, source in pages().items():
        text = source.read_text(encoding="utf-8")
        if name.startswith("gallery/"):
            text = run_code(text, name)
        elif name in ELSEWHERE:
            text = moved(text)
        elif name == "law/README.md":
            text += "\n```{toctree}\n:hidden:\n:glob:\n\n[0-9]*\n```\n"
        put(target / name, text)
    for name in ("conf.py", "_static"):
        source = ROOT / "site" / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, target / name)
    for name, text in (*game_pages(date.today()), *reference_pages()):
        put(target / name, text)


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def moved(text: str) -> str:
    """Links of a page that stands at the root of the repository, as they are on the site."""
    return re.sub(r"\]\((?:docs/)([^)]+)\)", r"](\1)", text)


# -- the gallery -----------------------------------------------------------------------------


def run_code(text: str, name: str) -> str:
    """The page with what each block of Python printed, or drew, under it; blocks share names. A
    block that fails stops the build."""
    known: dict[str, Any] = {"__name__": name}

    def ran(found: re.Match[str]) -> str:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            value = last_value(found[1], known, name)
        parts = [found[0]]
        if said.getvalue().strip():
            parts.append(f"```text\n{said.getvalue().rstrip()}\n```")
        if isinstance(value, str) and value.startswith("<svg"):
            parts.append(drawing(value))
        elif value is not None:
            parts.append(f"```text\n{value!r}\n```")
        return "\n\n".join(parts)

    return CODE.sub(ran, text)


def last_value(code: str, known: dict[str, Any], name: str) -> object:
    """Runs the code; the value of its last line, where that is an expression."""
    import ast

    tree = ast.parse(code, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), known)
    if not isinstance(last, ast.Expr):
        return None
    found: object = eval(compile(ast.Expression(last.value), name, "eval"), known)
    return found


def drawing(svg: str) -> str:
    return f'<div class="chart">{svg}</div>'


# -- a page a game ---------------------------------------------------------------------------


def game_pages(day: date) -> Iterator[tuple[str, str]]:
    """A page for every game that is in force, and the list of them."""
    listed = []
    for key in registry.OURS:
        guide = guide_of(registry.find(key), day, {})
        listed.append((key, guide))
        yield f"games/{key}.md", game_page(guide)
    rows = [f"| [{each.title}]({key}.md) | {each.summary} |" for key, each in listed]
    tree = "\n".join(key for key, _ in listed)
    text = (
        f"# Games\n\nEvery game as it stood on {day}, with the options that the data file has by "
        "default.\n\n| game | |\n| --- | --- |\n" + "\n".join(rows)
    )
    yield "games/index.md", f"{text}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"


def game_page(guide: Guide) -> str:
    """How it is played, what it pays, what it costs, how it is played best."""
    parts = [f"# {guide.title}", f"{guide.summary} {guide.cite}, on {guide.day}."]
    parts.append("\n".join(f"{n}. {step}" for n, step in enumerate(guide.steps, 1)))
    if guide.figures.edges:
        parts += ["## What the house keeps", *edges_part(guide)]
    else:
        parts.append(f"What the house keeps: `{guide.command}`.")
    best = guide.figures.best
    if best.lines or best.charts:
        parts.append("## How it is played best")
        if best.lines:
            parts.append(table(("situation", "do"), best.lines))
        for chart in best.charts:
            parts.append(drawing(svg_of(msgspec.convert(chart, Chart))))
    parts.append("## Wagers")
    wagers = [(w.label, w.when, w.pays, w.cite, known_as(w.basis)) for w in guide.wagers]
    parts.append(table(("wager", "when", "pays", "section", ""), wagers))
    for each in guide.paytables:
        parts.append(f"### {each.name}\n\n{table(('', 'pays'), each.rows)}\n\n{each.cite}")
    parts.append(guide.checked)
    return "\n\n".join(part for part in parts if part) + "\n"


def edges_part(guide: Guide) -> list[str]:
    edges = guide.figures.edges
    parts = [f"{guide.figures.how.capitalize()}."]
    shares = [(name, percent_of(edge), edge, "") for name, edge, _ in edges]
    if all(share is not None for _, share, _, _ in shares) and len(shares) <= EDGES_CHARTED:
        rows = [(name, share or 0.0, edge, css) for name, share, edge, css in shares]
        parts.append(drawing(bars(f"House edges at {guide.title}", rows)))
    parts.append(table(("wager", "house edge", ""), edges))
    parts.append(f"As fractions, with the odds of every outcome: `{guide.command} --json`.")
    return parts


def percent_of(edge: str) -> float | None:
    """The figure of a text such as "1.4141 %"; for a bar only, as long as it says."""
    found = re.match(r"(-?[\d.]+) %", edge)
    return float(found[1]) if found else None


def known_as(basis: str) -> str:
    return "" if basis == "read" else basis


def table(head: tuple[str, ...], rows: Any) -> str:
    lines = [head, ("---",) * len(head), *rows]
    cells = [[str(cell).replace("|", r"\|").replace("\n", " ") for cell in row] for row in lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


# -- the reference ---------------------------------------------------------------------------


def reference_pages() -> Iterator[tuple[str, str]]:
    """What `import pitboss` gives, and the modules behind it that users touch."""
    import pitboss.front as front

    functions = sorted(name for name in front.__all__ if name[0].islower())
    lines = [f".. autofunction:: pitboss.{name}" for name in functions]
    tree = "\n".join(MODULES)
    yield (
        "reference/index.md",
        (
            "# Python reference\n\nThe names that `import pitboss` gives. The examples are run by "
            f"the tests.\n\n```{{eval-rst}}\n{chr(10).join(lines)}\n```\n\n"
            f"```{{toctree}}\n:caption: Modules\n\n{tree}\n```\n"
        ),
    )
    for name, modules in MODULES.items():
        title = name.replace("-", " ").capitalize()
        blocks = [
            f"## {module}\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n"
            "   :undoc-members:\n   :exclude-members: __init__\n```"
            for module in modules
        ]
        yield f"reference/{name}.md", f"# {title}\n\n" + "\n\n".join(blocks) + "\n"


# --------------------------------------------------------------------------------------------


def main(words: list[str]) -> int:
    from sphinx.cmd.build import build_main

    from tools.settle_page import NotToBeHad
    from tools.settle_page import build as build_settle

    named = [word for word in words if not word.startswith("--")]
    target = Path(named[0]) if named else BUILD / "site"
    source = BUILD / "site-source"
    gather(source)
    code = int(
        build_main(
            [
                "-q",
                "-W",
                "--keep-going",
                "-b",
                "html",
                "-d",
                str(BUILD / "doctrees"),
                str(source),
                str(target),
            ]
        )
    )
    if "--no-settle" not in words:
        try:
            build_settle(target / "settle")
        except NotToBeHad as error:
            print(f"the page that settles disputes is not built: {error}", file=sys.stderr)
            code = code or 1
    print(f"{target / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
