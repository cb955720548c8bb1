"""How Sphinx builds the site. `tools/site.py` gathers the pages and calls it (`make site`).

Sphinx, because it reads plain Markdown (MyST), takes the reference from docstrings, and is what the
neighbouring projects keep their sites by. Its warnings are errors here: a dead link stops the
build."""

from importlib import import_module

# What these modules import for their annotations alone, so that signatures can be read.
for _module, _source, _names in (
    ("table.prompts", "law.regulation", ("Law",)),
    ("table.prompts", "table.dealer", ("Dealer",)),
    ("table.prompts", "table.window", ("Window",)),
    ("table.window", "table.dealer", ("Dealer",)),
    ("table.game", "table.dealer", ("Dealer",)),
    ("table.game", "table.entries", ("Found",)),
    ("table.game", "table.prompts", ("Prompt",)),
    ("analysis.study", "analysis.exact.settings", ("HandOdds", "WayCosts")),
    ("analysis.study", "table.game", ("Table",)),
    ("analysis.study", "table.prompts", ("Prompt",)),
    ("analysis.study", "table.system", ("Subject",)),
):
    for _name in _names:
        _value = getattr(import_module(f"pitboss.{_source}"), _name)
        setattr(import_module(f"pitboss.{_module}"), _name, _value)

project = "pitboss"
author = "the pitboss authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["settle"]
myst_heading_anchors = 4
# Examples of the engine's own text forms are no language that a highlighter knows.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
html_theme = "furo"
html_title = "pitboss"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
