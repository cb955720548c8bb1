"""What the server is told when it starts. Workers read it from the environment."""

from __future__ import annotations

import os

import msgspec

from pitboss.store.database import default_url

PREFIX = "PITBOSS_"


class Settings(msgspec.Struct, frozen=True):
    """A `secure` server is reached by https, so cookies are for https alone. With `pages` it serves
    the pages as well as the API."""

    db: str = ""
    demo: bool = False
    secure: bool = False
    pages: bool = True
    log_level: str = "info"

    @property
    def url(self) -> str:
        return self.db or default_url()


def from_environment() -> Settings:
    get = os.environ.get
    return Settings(
        db=get(f"{PREFIX}DB", ""),
        demo=get(f"{PREFIX}DEMO", "") == "1",
        secure=get(f"{PREFIX}SECURE", "") == "1",
        pages=get(f"{PREFIX}PAGES", "1") != "0",
        log_level=get(f"{PREFIX}LOG", "info"),
    )


def to_environment(settings: Settings) -> None:
    os.environ[f"{PREFIX}DB"] = settings.db
    os.environ[f"{PREFIX}DEMO"] = "1" if settings.demo else ""
    os.environ[f"{PREFIX}SECURE"] = "1" if settings.secure else ""
    os.environ[f"{PREFIX}PAGES"] = "1" if settings.pages else "0"
    os.environ[f"{PREFIX}LOG"] = settings.log_level
