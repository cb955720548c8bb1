"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# That examples come slowly on a busy machine says nothing of what is tested.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
