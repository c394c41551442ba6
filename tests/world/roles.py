"""Who people are at a table: players, of whom one opens it, watchers, and strangers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .faults import STRANGERS
from .people import Person
from .plan import HOSTING, REMATCH

if TYPE_CHECKING:
    from random import Random

    from .tab import Tab
    from .world import World

PATIENCE_S: Final = 15.0
"""After this time a host starts with those who are there."""
CREATED: Final = 201
TAKEN: Final = 409
BOT: Final = "greedy"


class Party:
    """What all who want to play together tell each other."""

    def __init__(self) -> None:
        self.table: str | None = None
        self.tables: list[str] = []
        self.opened_at = 0.0
        self.opener = 0
        """The seat of whoever opens the table."""
        self.host: str | None = None
        """The credential of whoever opened the table."""
        self.has_started = False

    def move_to(self, table: str, now: float, host: str | None) -> None:
        """Meet at another table."""
        self.table = table
        self.tables.append(table)
        self.opened_at = now
        self.host = host
        self.has_started = False


class Player(Person):
    """Somebody who wants to sit, and who plays."""

    def __init__(self, world: World, party: Party, name: str, seat: int, pace_s: float) -> None:
        super().__init__(world, name, seat, pace_s)
        self.party = party
        self.seat = seat
        self.opens = seat == party.opener
        self.watches = False
        """Whether there was no seat left."""

    # ------------------------------------------------------------------ getting a seat

    def gets_seated(self, random: Random) -> bool:
        """Find the table, take a seat, see that it starts."""
        if self.party.table is None:
            if self.opens:
                self._open_table()
            return False
        if self.table != self.party.table:
            self.move_to(self.party.table)
        if self.credential is None and not self.watches:
            self._sit_down()
            return False
        if self.main.story.status == "waiting":
            self._see_to_the_start(random)
        elif self.main.story.status == "over":
            self._play_again(random)
        return True

    def _open_table(self) -> None:
        plan = self.world.plan
        wish = {
            "game": plan.game,
            "seats": [
                {"kind": "open"} if seat == "p" else {"kind": "bot", "bot": BOT}
                for seat in plan.seats
            ],
            "options": dict(plan.options),
            "clock_s": plan.clock_s,
            "reserve_s": plan.reserve_s,
            "spectator_delay_s": plan.spectator_delay_s,
            "hints": True,
            "is_public": plan.seed % 2 == 0,
        }
        self.ask("POST", "/api/tables", wish, self._opened)

    def _opened(self, status: int, answer: Any) -> None:
        if status == CREATED and self.party.table is None:
            self.party.move_to(answer["table"], self.world.scheduler.now, answer["host"])

    def _sit_down(self) -> None:
        wish: dict[str, Any] = {"name": self.name, "salt": self.name}
        if self.opens and self.party.host is not None:
            wish["host"] = self.party.host
        self.ask("POST", f"/api/tables/{self.table}/seats/{self.seat}", wish, self._seated)

    def _seated(self, status: int, answer: Any) -> None:
        if status == CREATED:
            self.credential = answer["credential"]
        elif status == TAKEN:
            self.ask("GET", f"/api/tables/{self.table}", None, self._look_for_a_seat)

    def _look_for_a_seat(self, status: int, answer: Any) -> None:
        if status == 200:
            free = [each["seat"] for each in answer["seats"] if each["kind"] == "open"]
            if free:
                self.seat = free[len(self.name) % len(free)]
            elif answer["status"] != "waiting":
                self.watches = True

    def was_cut_off(self, tab: Tab, code: int) -> None:
        """Who is told that a credential is wrong asks for a seat again, or watches."""
        if code == 4403:
            self.credential = None

    def heard(self, tab: Tab, message: dict[str, Any]) -> None:
        """Who has lost the seat looks for another one."""
        super().heard(tab, message)
        is_waiting = tab.story.status == "waiting"
        if message["type"] == "welcome" and message["seat"] is None and is_waiting:
            self.credential = None
            tab.leave()

    # ------------------------------------------------------------------ hosting

    def _see_to_the_start(self, random: Random) -> None:
        """Do what a host does before the game; who is none tries to become it at last."""
        waited_s = self.world.scheduler.now - self.party.opened_at
        is_late = waited_s > PATIENCE_S or self.world.is_calm
        table = self.main.story.table or {}
        shown = self._host_credential(table)
        path = f"/api/tables/{self.table}/host"
        if shown is None:
            if is_late and self.world.is_calm and self.credential is not None:
                helm = f"/api/tables/{self.table}/helm"
                self.ask("POST", helm, None, _ignore, self.credential)
        elif is_late:
            self.ask("POST", path, {"do": "start"}, _ignore, shown)
        elif HOSTING in self.world.plan.habits and random.random() < 0.3:
            self.ask("POST", path, self._command(random), _ignore, shown)

    def _host_credential(self, table: dict[str, Any]) -> str | None:
        """The credential with which this person may command, if there is any."""
        if self.opens and self.party.host is not None:
            return self.party.host
        is_host = table.get("host") is not None and table["host"] == self.main.story.seat
        return self.credential if is_host else None

    def _command(self, random: Random) -> dict[str, Any]:
        seat = random.randrange(len(self.world.plan.seats))
        other = random.randrange(len(self.world.plan.seats))
        on = random.random() < 0.5
        return random.choice(
            [
                {"do": "lock", "on": on and not self.world.is_calm},
                {"do": "lock", "on": False},
                {"do": "publish", "on": on},
                {"do": "rename", "seat": seat, "name": "Blackbeard"},
                {
                    "do": "swap",
                    "first": seat,
                    "second": other,
                    "id": f"{self.name}-{random.random()}",
                },
                {"do": "remove", "seat": seat},
                {"do": "fill", "seat": seat, "bot": BOT},
                {"do": "pass_on", "seat": seat},
                {"do": "fill", "seat": 99, "bot": "nobody"},
            ]
        )

    def _play_again(self, random: Random) -> None:
        """Ask for the next table, which is the same for all who do."""
        is_wanted = REMATCH in self.world.plan.habits and len(self.party.tables) == 1
        if is_wanted and self.credential is not None and random.random() < 0.3:
            path = f"/api/tables/{self.table}/rematch"
            self.ask("POST", path, None, self._rematched, self.credential)

    def _rematched(self, status: int, answer: Any) -> None:
        if status == CREATED and len(self.party.tables) == 1:
            self.party.move_to(answer["table"], self.world.scheduler.now, None)
            self.world.count_rematch()


class Watcher(Person):
    """Somebody who only watches; who tries more is refused."""

    def __init__(self, world: World, party: Party, name: str, number: int) -> None:
        super().__init__(world, name, number, 1.0)
        self.party = party

    def gets_seated(self, random: Random) -> bool:
        """Find the table."""
        if self.party.table is None:
            return False
        if self.table != self.party.table:
            self.move_to(self.party.table)
        return True


class Stranger(Person):
    """Somebody who tries doors: wrong tables, wrong credentials, senseless requests."""

    def __init__(self, world: World, party: Party, name: str, number: int) -> None:
        super().__init__(world, name, number, 5.0)
        self.party = party

    def gets_seated(self, random: Random) -> bool:
        """Try something; a stranger never gets any further."""
        if self.world.is_calm or self.world.process is None:
            return False
        table = self.party.table or "nowhere"
        self.world.faults.count(STRANGERS)
        if random.random() < 0.3 and self.main.connection is None:
            wrong = random.choice([("nowhere", "x"), (table, "wrong"), ("~results", None)])
            self.main.connect(*wrong)
            return False
        method, path, body = random.choice(
            [
                ("POST", "/api/tables", {"game": "chess", "seats": []}),
                ("POST", "/api/tables", b"\xff\xfe{"),
                ("POST", "/api/tables", b"x" * 20_000),
                ("POST", f"/api/tables/{table}/seats/99", {"name": "Nobody"}),
                ("POST", f"/api/tables/{table}/seats/0", {"name": " "}),
                ("POST", f"/api/tables/{table}/host", {"do": "start"}),
                ("POST", f"/api/tables/{table}/helm", None),
                ("POST", f"/api/tables/{table}/rematch", None),
                ("DELETE", f"/api/tables/{table}/seats/0", None),
                ("GET", f"/api/tables/{table}/moments?first=0", None),
                ("GET", f"/api/tables/{table}", None),
                ("GET", f"/api/tables/{table}/hidden", None),
                ("GET", "/api/tables", None),
                ("GET", "/api/codes/abcde", None),
                ("GET", "/api/players/Anne", None),
                ("GET", "/healthz", None),
            ]
        )
        self.ask(method, path, body, _ignore, "wrong" if random.random() < 0.5 else None)
        return False


def _ignore(_status: int, _answer: Any) -> None:
    """Whatever the server says."""
