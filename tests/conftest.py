"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# That examples come slowly on a busy machine says nothing of what is tested.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


@pytest.fixture(scope="session", autouse=True)
def answers_apart() -> Iterator[None]:
    """Nothing that tests work out is kept in the user's cache, or looked up there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE", "off")
        yield
