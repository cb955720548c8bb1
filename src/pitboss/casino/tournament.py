"""Gaming tournaments (8.6): the plan of one, as a TOML file; the written notice with its seven
contents; and by when it must be given, in business days of New Jersey.

The text of 8.6 was read in part, in the code of 2024."""

from __future__ import annotations

import tomllib
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from pitboss import registry
from pitboss.errors import BadInput, NotPermitted, file_errors
from pitboss.law.citation import edition_on
from pitboss.money import format_dollars, parse_dollars

SECTION = "8.6"
BASIS = "read in part, in the code of 2024"
BUSINESS_DAYS = 5
SPECIAL_HOURS = 24
BYTES_MAX = 1 << 18
OFFICE = "Division of Gaming Enforcement, Regulatory Enforcement Bureau, at the establishment"
ENTRANTS_MAX = 5000
# The code first has the section in 2012.
FIRST_DAY = date(2012, 3, 19)
# Who certifies what (8.6(b)5 to 7): the field of the plan, the paragraph, the words.
CERTIFICATES = (
    ("security", "5", "the security and integrity of the tournament are not harmed",
     "head of security"),
    ("surveillance", "5", "the security and integrity of the tournament are not harmed",
     "head of surveillance"),
    ("gaming", "5", "the security and integrity of the tournament are not harmed",
     "head of the gaming department"),
    ("controller", "6", "the rules of the tournament were reviewed for reporting its revenue",
     "casino controller"),
    ("key_person", "7", "the tournament will follow the internal controls",
     "key-licensed person"),
)  # fmt: skip


class Certificates(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Those who certify, by name."""

    security: str = ""
    surveillance: str = ""
    gaming: str = ""
    controller: str = ""
    key_person: str = ""


class Plan(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A tournament as it is planned. Money is text in dollars; `chips` are tournament chips, which
    are never money. `advance` is how many go on from each table of a round; the rest are
    eliminated. `prizes` are by place. `special`: a special event tournament."""

    name: str
    licensee: str
    game: str
    starts: datetime
    ends: datetime | None = None
    place: str
    options: dict[str, Any] = {}
    special: bool = False
    private: bool = False
    fee: str = "0.00"
    chips: str
    limits: tuple[str, str]
    chip: str = "1.00"
    rounds: int = 2
    advance: int = 2
    seats: int = 6
    carry: bool = False
    prizes: list[str] = []
    participants: int
    equipment: list[str]
    security: list[str]
    tips_withheld: bool = False
    tips_told: bool = False
    certificates: Certificates = Certificates()


class Missing(NamedTuple):
    """Something that the notice or the rules of 8.6 ask for and the plan does not have."""

    paragraph: str
    text: str


def read_plan(name: str) -> Plan:
    """The plan in a file; BadInput says what cannot be read."""
    with file_errors(name[:200]), open(name, "rb") as file:
        data = file.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise BadInput(f"{name[:200]}: a plan has at most {BYTES_MAX} bytes")
    try:
        return parse_plan(tomllib.loads(data.decode("utf-8-sig")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{name[:200]}: not TOML: {error}") from None
    except BadInput as error:
        raise BadInput(f"{name[:200]}: {error.args[0]}", cite=error.cite) from None


def parse_plan(content: Any) -> Plan:
    try:
        plan = msgspec.convert(content, Plan)
    except msgspec.ValidationError as error:
        raise BadInput(str(error)) from None
    check_plan(plan)
    return plan


def check_plan(plan: Plan) -> None:
    """Raises BadInput for what cannot be: amounts, rounds, seats, a game or options that are not
    lawful on the day."""
    if plan.starts.tzinfo is not None:
        raise BadInput("starts: times are those of the casino: no time zone was expected")
    day = plan.starts.date()
    if day < FIRST_DAY:
        raise NotPermitted(f"tournaments on {day}: the code first has them on {FIRST_DAY}")
    low, high = map(parse_dollars, plan.limits)
    chips, chip = parse_dollars(plan.chips), parse_dollars(plan.chip)
    parse_dollars(plan.fee)
    for prize in plan.prizes:
        parse_dollars(prize)
    if not 0 < low <= high or not low <= chips or chip <= 0:
        raise BadInput("limits: a minimum, at most the maximum and at most the chips, was expected")
    game = registry.find(plan.game)
    game.rules(day, plan.options)
    if not 1 <= plan.rounds <= 20 or not 1 <= plan.advance < max(plan.seats, 2):
        raise BadInput("rounds: 1 to 20; advance: fewer than the seats of a table")
    if not 2 <= plan.seats <= game.seats_max:
        raise BadInput(f"seats: 2 to {game.seats_max} at {plan.game}")
    if not 2 <= plan.participants <= ENTRANTS_MAX:
        raise BadInput(f"participants: 2 to {ENTRANTS_MAX}")


# -- when -----------------------------------------------------------------------------------------


def legal_holidays(first: int, last: int) -> dict[date, str]:
    """The legal holidays of New Jersey in those years, by name."""
    try:
        import holidays
    except ImportError:
        raise BadInput(
            "the holidays of New Jersey need the extra 'server' (pip install 'pitboss[server]')"
        ) from None
    found = holidays.country_holidays("US", subdiv="NJ", years=range(first, last + 1))
    return dict(found.items())


def business_days_before(at: datetime, days: int) -> datetime:
    """The time so many business days before, at the same hour: Saturdays, Sundays and legal
    holidays are none."""
    closed = legal_holidays(at.year - 1, at.year)
    moment = at
    while days:
        moment -= timedelta(days=1)
        if moment.weekday() < 5 and moment.date() not in closed:
            days -= 1
    return moment


def deadline(plan: Plan) -> datetime:
    """By when the notice must be given (8.6(b))."""
    if plan.special:
        return plan.starts - timedelta(hours=SPECIAL_HOURS)
    return business_days_before(plan.starts, BUSINESS_DAYS)


def missing_in(plan: Plan) -> list[Missing]:
    """What 8.6 asks for and the plan does not have."""
    found = []
    for field, name in (("place", "1"), ("equipment", "2"), ("security", "4")):
        if not getattr(plan, field):
            found.append(Missing(f"{SECTION}(b){name}", f"{field} is empty"))
    for field, paragraph, _, who in CERTIFICATES:
        if not getattr(plan.certificates, field):
            text = f"no certificate of the {who}: name who gives it"
            found.append(Missing(f"{SECTION}(b){paragraph}", text))
    if plan.tips_withheld and not plan.tips_told:
        text = "dealer tips are withheld, and the participants are not told"
        found.append(Missing(f"{SECTION}(d)", text))
    return found


# -- the notice -----------------------------------------------------------------------------------


class Content(NamedTuple):
    """One of the seven contents of the notice."""

    paragraph: str
    title: str
    text: str


class Notice(NamedTuple):
    """The written notice of a tournament."""

    plan: Plan
    cite: str
    by: datetime
    given: datetime | None
    contents: list[Content]
    missing: list[Missing]

    @property
    def late(self) -> bool:
        return self.given is not None and self.given > self.by

    @property
    def lawful(self) -> bool:
        return not self.late and not self.missing


def notice_of(plan: Plan, given: datetime | None = None) -> Notice:
    """The notice, with what it lacks; `given` is when it is given, if that is known."""
    law = registry.find(plan.game).rules(plan.starts.date(), plan.options).law
    kind = "special event " if plan.special else ""
    until = f" to {plan.ends:%Y-%m-%d %H:%M}" if plan.ends is not None else ""
    at = f"{SECTION}(b)"
    contents = [
        Content(
            f"{at}1",
            "Dates, times, places, and which kind it is",
            f"{plan.name}: a {'private ' if plan.private else ''}{kind}gaming tournament of "
            f"{law.title}, {plan.starts:%Y-%m-%d %H:%M}{until}, {plan.place}",
        ),
        Content(f"{at}2", "Equipment", "; ".join(plan.equipment)),
        Content(f"{at}3", "Expected participants", str(plan.participants)),
        Content(f"{at}4", "Security and surveillance measures", "; ".join(plan.security)),
    ]
    for paragraph, title in (
        ("5", "Certificate of the heads of security, surveillance and the gaming department"),
        ("6", "Certificate of the casino controller"),
        ("7", "Certificate of a key-licensed person"),
    ):
        names = [
            (getattr(plan.certificates, field), what, who)
            for field, number, what, who in CERTIFICATES
            if number == paragraph
        ]
        said = "; ".join(f"{name or '(not named)'}, {who}" for name, _, who in names)
        contents.append(Content(f"{at}{paragraph}", title, f"{said}: {names[0][1]}"))
    chapter = edition_on(plan.starts.date()).chapter
    return Notice(
        plan, f"N.J.A.C. {chapter}-{SECTION}", deadline(plan), given, contents, missing_in(plan)
    )


def notice_text(notice: Notice) -> str:
    """The notice as a letter."""
    plan = notice.plan
    lines = [
        f"{plan.licensee}",
        "",
        f"To the {OFFICE}",
        "",
        f"Notice of a gaming tournament under {notice.cite}(b)",
        f"({BASIS})",
        "",
    ]
    for number, content in enumerate(notice.contents, 1):
        lines += [f"{number}. {content.title} ({content.paragraph})", f"   {content.text}", ""]
    entry = f"Entry fee ${format_dollars(parse_dollars(plan.fee))}"
    prizes = ", ".join(f"${format_dollars(parse_dollars(prize))}" for prize in plan.prizes)
    lines.append(
        f"{entry}; prizes {prizes or 'none'}; {plan.rounds} rounds; tournament chips, "
        f"{plan.chips} to each, are not redeemable."
    )
    if plan.tips_withheld:
        lines.append(f"Dealer tips are withheld, and participants are told so ({SECTION}(d)).")
    lines += [
        "",
        f"To be given by {notice.by:%A %Y-%m-%d %H:%M}: "
        + (
            "24 hours before a special event tournament."
            if plan.special
            else f"{BUSINESS_DAYS} business days before the start, at the same hour."
        ),
    ]
    if notice.given is not None:
        late = "LATE" if notice.late else "in time"
        lines.append(f"Given {notice.given:%Y-%m-%d %H:%M}: {late}.")
    for lack in notice.missing:
        lines.append(f"MISSING, {lack.paragraph}: {lack.text}.")
    return "\n".join(lines) + "\n"
