"""What the server is told when it starts. Workers read it from the environment."""

from __future__ import annotations

import os

import msgspec

from pitboss.store.database import default_url

PREFIX = "PITBOSS_"
SEATS = 8


class Settings(msgspec.Struct, frozen=True):
    """A `secure` server is reached by https, so cookies are for https alone. With `pages` it serves
    the pages as well as the API. `dual`: what GLI-19 wants two persons for (the cage, roles, new
    staff, approvals of notices) waits for a second one. `assigned`: dealers deal where they are
    assigned. `seats`: at how many tables an account may sit at once. `key`: the file of the key
    that signs anchors. `access_log`: every request is a line of the log. `proxies`: the addresses
    whose connections are not counted."""

    db: str = ""
    demo: bool = False
    secure: bool = False
    pages: bool = True
    log_level: str = "info"
    dual: bool = False
    assigned: bool = False
    seats: int = SEATS
    key: str = ""
    access_log: bool = False
    proxies: str = ""

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
        dual=get(f"{PREFIX}DUAL", "") == "1",
        assigned=get(f"{PREFIX}ASSIGNED", "") == "1",
        seats=int(get(f"{PREFIX}SEATS", "") or SEATS),
        key=get(f"{PREFIX}KEY", ""),
        access_log=get(f"{PREFIX}ACCESS_LOG", "") == "1",
        proxies=get(f"{PREFIX}PROXIES", ""),
    )


def to_environment(settings: Settings) -> None:
    os.environ[f"{PREFIX}DB"] = settings.db
    os.environ[f"{PREFIX}DEMO"] = "1" if settings.demo else ""
    os.environ[f"{PREFIX}SECURE"] = "1" if settings.secure else ""
    os.environ[f"{PREFIX}PAGES"] = "1" if settings.pages else "0"
    os.environ[f"{PREFIX}LOG"] = settings.log_level
    os.environ[f"{PREFIX}DUAL"] = "1" if settings.dual else ""
    os.environ[f"{PREFIX}ASSIGNED"] = "1" if settings.assigned else ""
    os.environ[f"{PREFIX}SEATS"] = str(settings.seats)
    os.environ[f"{PREFIX}KEY"] = settings.key
    os.environ[f"{PREFIX}ACCESS_LOG"] = "1" if settings.access_log else ""
    os.environ[f"{PREFIX}PROXIES"] = settings.proxies
