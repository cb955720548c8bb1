"""What only the long runs do (`make soak`, or PITBOSS_SOAK=1), so that `make test` stays short."""

from __future__ import annotations

import os

import pytest

SOAK = bool(os.environ.get("PITBOSS_SOAK"))
only_in_long_runs = pytest.mark.skipif(not SOAK, reason="long: make soak, or PITBOSS_SOAK=1")
