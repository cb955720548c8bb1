"""`import pitboss` and nothing deeper: every name is there, and its example runs as shown."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

import pitboss
from pitboss import front

FUNCTIONS = [name for name in front.__all__ if name[0].islower()]


def test_the_package_has_what_the_front_door_has() -> None:
    assert pitboss.__all__ == front.__all__
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is getattr(front, name)
    assert set(pitboss.__all__) <= set(dir(pitboss))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = pitboss.no_such_name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_its_example_runs_as_shown(name: str) -> None:
    function = getattr(front, name)
    (test,) = doctest.DocTestFinder(recurse=False).find(function, name, globs={})
    assert test.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    assert runner.run(test).failed == 0


@pytest.mark.parametrize("name", front.__all__)
def test_everything_is_documented(name: str) -> None:
    assert getattr(front, name).__doc__, name


def test_the_package_itself_loads_nothing() -> None:
    script = "import sys, pitboss; print([m for m in sys.modules if m.startswith('pitboss.')])"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_day_that_is_none() -> None:
    with pytest.raises(pitboss.BadInput, match="'1999-13-01' is not a day"):
        pitboss.rules("craps", "1999-13-01")
