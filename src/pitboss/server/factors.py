"""A second factor: codes that change every half minute (TOTP, RFC 6238)."""

from __future__ import annotations

import hmac
import re

import pyotp

SECONDS = 30
SECRET = re.compile(r"[A-Z2-7]{32}")
CODE = re.compile(r"[0-9]{6}")


def new_secret() -> str:
    return pyotp.random_base32(32)


def is_secret(text: str) -> bool:
    return SECRET.fullmatch(text) is not None


def address(secret: str, name: str) -> str:
    """Returns what an authenticator reads, from a picture or as it is."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name="pitboss")


def step_of(secret: str, code: str, after: int, now: int) -> int:
    """Returns the number of the half minute whose code this is: the present one, or the one before
    or after it, if it comes after the last one that was used; else 0."""
    if not CODE.fullmatch(code):
        return 0
    totp, present = pyotp.TOTP(secret, interval=SECONDS), now // (1000 * SECONDS)
    for step in (present - 1, present, present + 1):
        if step > after and hmac.compare_digest(totp.at(step * SECONDS), code):
            return step
    return 0
