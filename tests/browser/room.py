"""Around a game: the waiting room, the curtain of a shared device, and what people agree on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .pages import GAME, LobbyPage, TablePage, await_ready
from .replaying import await_end

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from .visitors import Visitor


class Room(TablePage):
    """A table with everything around it."""

    @property
    def code(self) -> str:
        """The short code of a table that waits."""
        return self.page.get_by_test_id("table-code").inner_text()

    def seat(self, number: int) -> Locator:
        """One of the seats in the list."""
        return self.page.get_by_test_id(f"seat-{number}")

    def open_tools(self, seat: int) -> None:
        """Let the host see what can be done with a seat."""
        self.page.get_by_test_id(f"seat-{seat}-tools").click()
        expect(self.page.get_by_test_id(f"tools-{seat}")).to_be_visible()

    def open_menu(self) -> None:
        """Open what is needed rarely."""
        self.page.get_by_test_id("menu").click()

    def ask_undo(self) -> None:
        """Ask the others to take the last move back."""
        self.open_menu()
        self.page.get_by_test_id("propose-undo").click()

    def ask_tempo(self, seconds: int) -> None:
        """Ask the others for another time per decision."""
        self.open_menu()
        self.page.get_by_test_id("propose-tempo-which").select_option(str(seconds))
        self.page.get_by_test_id("propose-tempo").click()

    def agree(self) -> None:
        """Say yes to what somebody asks."""
        self.page.get_by_test_id("proposal-yes").click()

    def refuse(self) -> None:
        """Say no to it."""
        self.page.get_by_test_id("proposal-no").click()

    @property
    def proposal(self) -> Locator:
        """What somebody asks the others."""
        return self.page.get_by_test_id("proposal")

    @property
    def outcome(self) -> Locator:
        """What became of it."""
        return self.page.get_by_test_id("outcome")

    @property
    def curtain(self) -> Locator:
        """What hides the table between two people."""
        return self.page.get_by_test_id("curtain")

    def look(self, name: str) -> None:
        """Say that one looks now, as the curtain bids."""
        expect(self.curtain.get_by_role("heading")).to_contain_text(name)
        self.page.get_by_test_id("curtain-show").click()
        await_ready(self.page)
        expect(self.curtain).to_have_count(0)

    def pass_on(self) -> None:
        """Hand the device on."""
        self.page.get_by_test_id("pass-on").click()
        expect(self.curtain).to_be_visible()


def host(
    visitor: Visitor, *seats: str, stand_in: str = "", clock: str = "", **options: str
) -> Room:
    """Open a table of Jolly & Roger: seats are `me`, `here`, `open` or `bot:<level>`.

    Where bots shall finish the game, a bosun stands in: a captain takes its time.
    """
    table = LobbyPage(visitor).visit().open_table((seats[0], seats[1]), stand_in, clock, **options)
    return Room(visitor, table.page)


def guest(visitor: Visitor, room: Room) -> Room:
    """Follow the invitation and sit down."""
    joined = Room(visitor)
    joined.visit(room.invitation())
    joined.sit_down()
    return joined


def open_by_request(visitor: Visitor, seats: list[str], **wishes: object) -> Room:
    """Open a table without the form, and go there: the seats are open or bots."""
    kinds = [{"kind": "open"} if seat == "open" else {"kind": "bot", "bot": seat} for seat in seats]
    wish = {"game": GAME, "seats": kinds, **wishes}
    opened = visitor.context.request.post("/api/tables", data=wish).json()
    room = Room(visitor)
    room.visit(f"/table/{opened['table']}")
    return room


def let_bots_finish(*tables: Room) -> None:
    """Hand the seats to bots, look away while they play, and come back to the result."""
    path = tables[0].path
    for table in tables:
        expect(table.page.get_by_test_id("progress")).to_be_visible()  # no waiting room any more
        table.open_menu()
        table.page.get_by_test_id("go-away").click()
        strip = table.page.get_by_test_id("stand-in-strip")
        expect(strip.or_(table.result).first).to_be_visible()
        table.page.goto("about:blank")
    await_end(tables[0].page.request, path.rsplit("/", 1)[-1])
    for table in tables:
        table.visit(path)
        expect(table.result).to_be_visible()
