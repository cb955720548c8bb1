"""Who is signed in, as this process knows it: sessions live in the database, and are believed here
for a moment without asking it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pitboss.store import people
from pitboss.store.database import Database
from pitboss.store.people import Person
from pitboss.store.writer import KEYS_AT_ONCE_MAX

# A session is believed for so long, and looked at again before that while it is in use.
BELIEVED_MS = 2000
KEPT_MS = 30_000
# That it is in use is written down so often, which is seldom beside the time after which it ends.
KEPT_EVERY_MS = people.IDLE_MS // 10
SESSIONS_MAX = 20_000


class _Known(msgspec.Struct):
    """Somebody's session: known until then, last `used` then, which was last `kept` then."""

    person: Person
    until: int
    used: int
    kept: int = 0


class Sessions:
    """Sessions are named by the hashes of their tokens."""

    def __init__(self, db: Database, clock: Callable[[], int]) -> None:
        self.db = db
        self.clock = clock
        self._known: dict[str, _Known] = {}

    def cached(self, session: str) -> Person | None:
        """Returns whose session this is, if that is known without asking the database."""
        known = self._known.get(session)
        if known is None:
            return None
        now = self.clock()
        if now >= known.until or now >= known.person.expires_at:
            return None
        known.used = now
        return known.person

    def person(self, session: str) -> Person | None:
        """Returns whose session this is. Blocks on the database now and then."""
        person = self.cached(session)
        if person is not None:
            return person
        now = self.clock()
        with self.db.read() as reading:
            person = people.people_of(reading, [session], now).get(session)
        if person is None:
            self._known.pop(session, None)
            return None
        if len(self._known) > SESSIONS_MAX:
            self._known.clear()
        self._known[session] = _Known(person, now + BELIEVED_MS, now)
        return person

    def look_again(self) -> None:
        """Asks at once for all sessions that were used lately and will not be believed much longer:
        whoever goes on playing does not wait for it. Blocks."""
        now = self.clock()
        kept = {}
        for session, known in list(self._known.items()):
            if known.used <= now - KEPT_MS:
                self._known.pop(session, None)
            elif known.until <= now + BELIEVED_MS // 2:
                kept[session] = known
        sessions = list(kept)
        for start in range(0, len(sessions), KEYS_AT_ONCE_MAX):
            part = sessions[start : start + KEYS_AT_ONCE_MAX]
            with self.db.read() as reading:
                persons = people.people_of(reading, part, now)
            for session in part:
                # What was forgotten meanwhile is in `kept` alone: it stays forgotten.
                known = kept[session]
                if session in persons:
                    known.person, known.until = persons[session], now + BELIEVED_MS
                else:
                    known.until = 0

    def used(self) -> dict[str, int]:
        """Returns the sessions that were used here since they were last returned, and when, each
        once in a while: whoever uses one keeps it."""
        used = {}
        for session, known in list(self._known.items()):
            if known.used - known.kept > KEPT_EVERY_MS:
                used[session] = known.kept = known.used
        return used

    def forget(self) -> None:
        """A session has ended: who is signed in is looked up again."""
        self._known.clear()
