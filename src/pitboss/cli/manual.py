"""The manual of all commands, as a man page.

pitboss manual | man -l -
pitboss manual > ~/.local/share/man/man1/pitboss.1
"""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from pitboss import __version__
from pitboss.cli import DONE, EXIT_CODES

if TYPE_CHECKING:
    from pitboss.cli.described import Argument, Command


def arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none."""


def run(asked: argparse.Namespace) -> int:
    from pitboss.cli.described import described

    sys.stdout.write(page(described()))
    return DONE


def roff(text: str) -> str:
    """Text of which nothing is taken for a request or a dash."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def paragraphs(text: str) -> str:
    """A description: filled paragraphs, and examples (lines that are indented, or commands) as
    they stand."""
    made = []
    for block in re.split(r"\n\s*\n", text):
        if re.match(r"\s|pitboss ", block):
            made.append(f".PP\n.nf\n{roff(block)}\n.fi")
        else:
            made.append(f".PP\n{roff(block)}")
    return "\n".join(made)


def entry(each: Argument) -> str:
    names = ", ".join(f"\\fB{roff(flag)}\\fR" for flag in each.flags)
    value = f"\\fI{roff(each.metavar)}\\fR" if each.metavar else ""
    return f".TP\n{' '.join(part for part in (names, value) if part)}\n{roff(each.help)}"


def section(each: Command) -> str:
    listed = [entry(one) for one in each.arguments if "--help" not in one.flags]
    return "\n".join(
        [
            f".SS {roff(each.name)}",
            f"\\fB{roff(each.usage)}\\fR",
            paragraphs(each.description),
            *listed,
        ]
    )


def page(commands: list[Command]) -> str:
    """The whole manual."""
    codes = [f".TP\n\\fB{code}\\fR\n{roff(meaning)}" for code, meaning in EXIT_CODES.items()]
    return "\n".join(
        [
            f'.TH PITBOSS 1 "" "pitboss {__version__}" "User Commands"',
            ".SH NAME",
            "pitboss \\- New Jersey's Rules of the Games as executable software",
            ".SH SYNOPSIS",
            ".B pitboss\n[\\fICOMMAND\\fR] [...]",
            ".SH DESCRIPTION",
            "Without a command, the floor: a list of games to play. Every command that reports "
            "takes \\fB\\-\\-json\\fR: JSON on standard output and nothing else there.",
            ".SH COMMANDS",
            *(section(each) for each in commands),
            ".SH EXIT STATUS",
            *codes,
            ".SH ENVIRONMENT",
            ".TP\n\\fBPITBOSS_DEBUG\\fR\n1 shows where an internal error happened.",
            ".TP\n\\fBPITBOSS_CACHE_DIR\\fR\nWhere compiled kernels are kept.",
            ".TP\n\\fBNO_COLOR\\fR, \\fBCOLUMNS\\fR, \\fBTERM\\fR\nAs usual.",
            "",
        ]
    )
