"""Whatever may be done stands in the list of orders, and can be done on the board itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from .pages import await_ready
from .positions import Position, positions

if TYPE_CHECKING:
    from .visitors import Crowd

SEARCH: Final = {"walks": 250, "steps": 8}
"""How often somebody who taps about begins anew, and how soon."""

LINE: Final = """
// The page talks to this instead of the server.
window.line = { sent: [], seq: 0 };
line.opened = new Promise((done) => { line.open = done; });
window.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    line.socket = this;
    setTimeout(() => { this.onopen?.({}); line.open(); });
  }
  send(text) {
    const message = JSON.parse(text);
    if (message.type === 'act') line.sent.push(message.action);
  }
  close() {}
};
line.tell = (message) => line.socket.onmessage?.({ data: JSON.stringify(message) });
line.rest = () => new Promise((done) => setTimeout(done, 10));

/** A fresh board with a position on it. */
line.lay = async ({ table, seat, update }) => {
  line.tell({ type: 'seats', table: { ...table, status: 'waiting' } });
  await line.rest();
  line.tell({ type: 'welcome', seat, mail: null, table });
  line.tell({ type: 'rewound', seq: 0 });
  line.tell({ ...update, seq: ++line.seq });
  await line.rest();
  line.sent.length = 0;
};

line.controls = () =>
  [...document.querySelectorAll('.board :is(button, [role=button], label)')].filter(
    (one) => !one.disabled && one.checkVisibility(),
  );

/** The next of always the same numbers below `n`. */
line.below = (n) => {
  line.seed = (line.seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((line.seed / 2147483648) * n);
};

/** Tap what glows, now and then something else. */
line.tap = async () => {
  const all = line.controls();
  const glowing = all.filter((one) => one.matches('.lantern') || one.closest('.aim'));
  const some = glowing.length > 0 && line.below(3) > 0 ? glowing : all;
  some[line.below(some.length)]?.click();
  await line.rest();
};

/** The verbs that taps on the board do not lead to. */
line.reach = async (position, { walks, steps }) => {
  const missing = new Set(position.wanted);
  line.seed = 1;
  for (let walk = 0; walk < walks && missing.size > 0; walk++) {
    await line.lay(position);
    for (let step = 0; step < steps && line.sent.length === 0; step++) await line.tap();
    for (const action of line.sent) missing.delete(action.split(' ')[0]);
  }
  if (missing.size > 0) await line.comb(position, missing);
  return [...missing];
};

/** Try every pair of taps for what was not found by chance. */
line.comb = async (position, missing) => {
  const follow = async (way) => {
    await line.lay(position);
    for (const place of way) {
      line.controls()[place]?.click();
      await line.rest();
    }
    for (const action of line.sent) missing.delete(action.split(' ')[0]);
    return line.sent.length > 0 ? 0 : line.controls().length;
  };
  const count = await follow([]);
  for (let first = 0; first < count; first++) {
    const then = await follow([first]);
    for (let second = 0; second < then && missing.size > 0; second++) {
      await follow([first, second]);
    }
  }
};
"""


@pytest.mark.torture
@pytest.mark.parametrize(
    ("game", "seats", "unusual"),
    [
        ("jolly-and-roger", 2, []),
        ("jamaica", 2, []),
        ("tortuga-1667", 4, ["sand_timer", "instant_intrigue"]),
        ("jolly-roger", 5, ["hidden_treasures"]),
    ],
)
def test_every_verb_on_the_board(crowd: Crowd, game: str, seats: int, unusual: list[str]) -> None:
    page = crowd.visitor("Anna", {"reduced_motion": "reduce"}).page
    wish = {"game": game, "seats": [{"kind": "bot", "bot": "random"}] * seats}
    table = page.request.post("/api/tables", data=wish).json()["table"]
    info = page.request.get(f"/api/tables/{table}").json() | {"status": "playing"}
    page.add_init_script(LINE)
    page.goto(f"/table/{table}")
    page.evaluate("() => line.opened")
    for position in positions(game, seats, *unusual):
        laid = message(position, info)
        page.evaluate("position => line.lay(position)", laid)
        await_ready(page)
        list_ = page.get_by_test_id("action-list").locator("[data-action]")
        offered = list_.evaluate_all("all => all.map((one) => one.dataset.action)")
        assert sorted(offered) == sorted(position.update["legal"] + position.update["asides"])
        missing = page.evaluate("([one, how]) => line.reach(one, how)", [laid, SEARCH])
        assert missing == [], f"cannot be tapped: {missing}"


def message(position: Position, table: dict[str, Any]) -> dict[str, Any]:
    """A position as the page is told of it."""
    wanted = sorted(position.wanted)
    return {"table": table, "seat": position.seat, "update": position.update, "wanted": wanted}
