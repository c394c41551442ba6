"""The attack as it stands, and as an answer would leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.shape import Shape

from . import attack, cards, verbs
from .printed import RangesView, SkillsView

if TYPE_CHECKING:
    from .table import Table


class MusteredView(Shape):
    """A crew card before a seat."""

    def __init__(self, seat: Seat, card: int) -> None:
        self.seat: int = seat
        self.card: str = cards.PIECE_NAMES[card]


class AttackPreviewView(Shape):
    """What the skills would count after an answer that nobody cancels."""

    def __init__(self, t: Table, seat: Seat, action: Action) -> None:
        after = t.clone()
        if action.verb is verbs.MUSTER:
            after.muster_card(seat, t.piece_of_kind(t.hands[seat], action.first))
        elif action.verb is verbs.ALLOT:
            attack.ALLOTTING.choose(after, seat, action)
        else:
            attack.REVEALED.act(after, seat, action)
        self.action: str = action.text
        self.counts: SkillsView = counts(after)


class AttackView(Shape):
    """The attack as it stands.

    `totals` count single skills and officers, and may be below 0; each of `multi` cards will add
    `multi_value` to one skill when the Quartermaster allots them. Then less than 0 counts as 0, as
    in `counts`. `required` is the public range, or twice the same number once the face is known:
    by it a skill is sure, maybe or short, and `lacking` are the points without which the attack is
    not sure, though the multi cards help.  JR-A5
    """

    def __init__(self, t: Table, seat: Seat) -> None:
        card = attack.face(t)
        face: list[list[int]] = [[value, value] for value in card.required]
        required = face if t.is_shown else cards.spans(card.type)
        totals = [attack.single_total(t, skill) for skill in range(cards.SKILLS)]
        multi = attack.multi_cards(t) * attack.multi_value()
        short = sum([max(0, high - have) for (_, high), have in zip(required, totals, strict=True)])
        self.mustered: list[MusteredView] = [
            MusteredView(t.musterers[place], t.mustered[place]) for place in range(len(t.mustered))
        ]
        self.officers: SkillsView = SkillsView(t.officers)
        self.totals: SkillsView = SkillsView(totals)
        self.counts: SkillsView = counts(t)
        self.multi: int = attack.multi_cards(t)
        self.multi_value: int = attack.multi_value()
        self.required: RangesView = RangesView(required)
        self.standing: dict[str, str] = {
            cards.SKILL_NAMES[i]: standing(totals[i], required[i]) for i in range(cards.SKILLS)
        }
        self.lacking: int = max(0, short - multi)
        self.prizes: list[int] = [card.prizes] * 2 if t.is_shown else cards.prize_span(card.type)
        self.previews: list[AttackPreviewView] = previews(t, seat)


def counts(t: Table) -> SkillsView:
    """What each skill counts.  JR-A5"""
    return SkillsView([attack.total(t, skill) for skill in range(cards.SKILLS)])


def standing(total: int, required: list[int]) -> str:
    """Whether a skill is enough."""
    return "sure" if total >= required[1] else "maybe" if total >= required[0] else "short"


def previews(t: Table, seat: Seat) -> list[AttackPreviewView]:
    """All answers of the seat that is asked which would change what a skill counts."""
    if not t.is_asked(seat):
        return []
    changing = (verbs.MUSTER, verbs.ALLOT, verbs.PLAY_OFFICER)
    return [AttackPreviewView(t, seat, one) for one in t.legal(seat) if one.verb in changing]
