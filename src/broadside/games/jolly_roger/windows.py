"""The table of contents: which chapter a step, an answer or a question belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadside.kernel.action import Action
from broadside.kernel.event import Seat
from broadside.kernel.state import Prompt

from . import (
    appointment,
    attack,
    carpenter,
    effects,
    gifts,
    guard,
    island,
    limits,
    mutiny,
    openings,
    plays,
    port,
    punishment,
    reactions,
    rounds,
    sharing,
    voyage,
)
from .events import NO_SIDE
from .questions import (
    CALL_OR_PASS,
    JOIN_OR_PASS,
    MUSTER_OR_PASS,
    PLAY_OR_PASS,
    QUESTIONS,
    TRADE_OR_PASS,
)
from .steps import (
    AFTER_MUTINY,
    AFTERMATH,
    ALLOT,
    APPOINT,
    ATTACK_ENDS,
    BURY,
    CALL_STEPS,
    DESTINATION,
    DIGGING,
    DISCARD,
    FIRST,
    FORCED,
    GIVE,
    GUARD,
    GUARD_ASKED,
    IS_CALL,
    IS_OPEN,
    LANDING,
    LOOKOUT,
    MAP,
    MUSTER,
    MUTINY,
    MUTINY_ENDS,
    OFFER,
    PICK,
    PORT,
    PRIZE,
    PUNISH,
    REACT,
    REDEAL,
    REVEAL,
    REVEALED,
    ROUND_ENDS,
    SEIZE,
    SELL,
    STEP_NAMES,
    TAKE,
    VICTIM,
    VOYAGE,
    VOYAGE_ENDS,
)
from .verbs import (
    ACCEPT_OFFER,
    ACTIONS,
    CALL,
    CALL_CUTTHROAT,
    DECLINING,
    DONE,
    PASS,
    PASSING,
    SAYING_DONE,
    STANDING,
    STOPPING,
    TRADE,
    TREASON,
)
from .verbs import REVEAL as REVEAL_VERB

if TYPE_CHECKING:
    from .table import Table


def rules_of_windows() -> list[str]:
    """For every step the rule of its open window or reaction."""
    found = ["JR-T2"] * len(STEP_NAMES)
    for step in CALL_STEPS:
        found[step] = "JR-M1"
    found[LOOKOUT] = "JR-X6"
    found[MUSTER] = "JR-A2"
    found[REVEALED] = "JR-X5"
    found[PRIZE] = "JR-X3"
    found[AFTERMATH] = "JR-X2"
    found[PORT] = "JR-P2"
    found[MAP] = "JR-I1"
    found[LANDING] = "JR-X1"
    found[DIGGING] = "JR-X11"
    found[MUTINY] = "JR-M3"
    found[REACT] = "JR-T6"
    return found


RULE_OF: Final[list[str]] = rules_of_windows()


# ------------------------------------------------------------------------- advancing


def advance(t: Table, step: int) -> None:
    """Do the step on top of the agenda, or open its window. Hands are kept to their limit.

    JR-T1 JR-R1
    """
    if step != DISCARD and limits.over_limit(t):
        t.push(DISCARD)
    elif step == REACT:
        react(t)
    elif IS_OPEN[step]:
        if has_early_end(t, step) or not openings.resume(t, step):
            close(t, step)
    elif step <= VICTIM:
        advance_round(t, step)
    elif step <= ATTACK_ENDS:
        advance_attack(t, step)
    elif step <= TAKE:
        advance_sharing(t, step)
    elif step <= BURY:
        advance_landfall(t, step)
    else:
        advance_mutiny(t, step)


def react(t: Table) -> None:
    """Ask about the card on top; if nobody is left to ask, it counts or cancels.  JR-T6"""
    if not reactions.ask(t):
        end_reaction(t)


def end_reaction(t: Table) -> None:
    """The card on top was not cancelled: it counts, or cancels the one below.  JR-T6"""
    t.pop()
    seat = t.play_seats[-1]
    action = ACTIONS.actions[t.play_codes[-1]]
    if action is TREASON:
        reactions.cancel(t, seat)
    else:
        effects.resolve(t, seat, action)


def has_early_end(t: Table, step: int) -> bool:
    """Whether a Cutthroat has ended the mutiny.  JR-M5"""
    return step == MUTINY and t.loser != NO_SIDE


def close(t: Table, step: int) -> None:
    """Nobody waits in an open window: it closes.  JR-T2"""
    t.pop()
    if step == MAP:
        island.miss(t)
    elif step == DIGGING:
        island.leave(t)


def end_rest(t: Table, step: int) -> None:
    """Everybody had answered in a window that rested: it closes.  JR-T2 JR-T6"""
    if step == REACT:
        end_reaction(t)
    else:
        close(t, step)


def advance_round(t: Table, step: int) -> None:
    """The course of a round."""
    if step == ROUND_ENDS:
        rounds.end(t)
    elif step == APPOINT:
        appointment.advance(t)
    elif step == DESTINATION:
        voyage.advance(t)
    elif step == VOYAGE:
        voyage.begin(t)
    elif step == VOYAGE_ENDS:
        voyage.end(t)
    elif step == PUNISH:
        punishment.advance_order(t)
    else:
        punishment.advance_victim(t)


def advance_attack(t: Table, step: int) -> None:
    """The course of an attack."""
    if step == FIRST:
        attack.advance_first(t)
    elif step == REVEAL:
        attack.reveal(t)
    elif step == ALLOT:
        attack.advance_allot(t)
    else:
        attack.end(t)


def advance_sharing(t: Table, step: int) -> None:
    """The course of a sharing."""
    if step == PICK:
        sharing.advance_pick(t)
    elif step == GIVE:
        sharing.advance_give(t)
    elif step == OFFER:
        carpenter.advance_offers(t)
    else:
        carpenter.advance_take(t)


def advance_landfall(t: Table, step: int) -> None:
    """Sales in a port, guard and burying on an island."""
    if step == SELL:
        port.advance_sell(t)
    elif step == GUARD:
        guard.advance(t)
    elif step == GUARD_ASKED:
        guard.advance_asked(t)
    else:
        island.advance_bury(t)


def advance_mutiny(t: Table, step: int) -> None:
    """The course of a mutiny, and discarding."""
    if step == FORCED:
        mutiny.advance_forced(t)
    elif step == MUTINY_ENDS:
        mutiny.end(t)
    elif step == SEIZE:
        mutiny.seize(t)
    elif step == REDEAL:
        mutiny.redeal(t)
    elif step == AFTER_MUTINY:
        mutiny.go_on(t)
    else:
        limits.advance(t)


# ------------------------------------------------------------------------- answering


def answer(t: Table, seat: Seat, action: Action) -> None:
    """Do what a seat has decided, or an aside."""
    step, verb = t.agenda[-1], action.verb
    if verb >= ACCEPT_OFFER and step != GUARD and step != GUARD_ASKED:
        gifts.answer(t, seat, action)
    elif step == REACT:
        if action is DECLINING:
            reactions.decline(t, seat)
        else:
            reactions.betray(t, seat)
    elif IS_OPEN[step]:
        answer_open(t, seat, action)
    elif step <= ATTACK_ENDS:
        answer_in_round(t, seat, step, action)
    elif step <= TAKE:
        answer_sharing(t, seat, step, action)
    else:
        answer_elsewhere(t, seat, step, action)


def answer_open(t: Table, seat: Seat, action: Action) -> None:
    """Pass, say done, or play.  JR-T2"""
    verb = action.verb
    if verb == PASS:
        openings.pass_(t, seat)
    elif verb == DONE:
        openings.say_done(t, seat)
    elif verb == TRADE:
        port.trade(t, seat, action.first)
    elif verb == REVEAL_VERB:
        attack.order_reveal(t, seat)
    elif verb >= CALL and verb <= CALL_CUTTHROAT:
        mutiny.call(t, seat, action)
    else:
        openings.played(t, seat)
        reactions.begin(t, seat, action)


def answer_in_round(t: Table, seat: Seat, step: int, action: Action) -> None:
    """The decisions of a round and of an attack."""
    if step == FIRST:
        attack.play_first(t, seat, action)
    elif step == ALLOT:
        attack.allot(t, seat, action.first, action.second)
    elif step == APPOINT:
        t.taken()
        appointment.appoint(t, action.first)
    elif step == DESTINATION:
        t.taken()
        voyage.choose(t, seat, action.first)
    elif step == PUNISH:
        punishment.order(t, action)
    else:
        punishment.punish(t, seat, action.first)


def answer_sharing(t: Table, seat: Seat, step: int, action: Action) -> None:
    """The decisions of a sharing."""
    if step == PICK:
        sharing.pick(t, seat, action.first)
    elif step == GIVE:
        sharing.give(t, seat, action.first, action.second)
    elif step == OFFER:
        carpenter.present(t, seat, action)
    else:
        carpenter.take(t, seat, action)


def answer_elsewhere(t: Table, seat: Seat, step: int, action: Action) -> None:
    """Sales, guard, burying, the forced card, discarding."""
    if step == SELL:
        if action is STOPPING:
            port.stop(t)
        else:
            port.sell(t, seat, action.first)
    elif step == GUARD:
        if action is STANDING:
            guard.end(t)
        else:
            guard.offer(t, action.first, action.second)
    elif step == GUARD_ASKED:
        guard.answer(t, seat, action)
    elif step == BURY:
        if action is STOPPING:
            t.answered(seat)
        else:
            island.bury(t, seat, action.first)
    elif step == FORCED:
        mutiny.enlist(t, seat, action)
    else:
        limits.choose(t, seat, action.first)


# --------------------------------------------------------------------------- options


def options(t: Table, seat: Seat, step: int) -> list[Action]:
    """The legal actions of a seat that is asked, ordered by code."""
    if IS_OPEN[step]:
        return [PASSING, SAYING_DONE] + plays.options(t, seat, step)
    if step == REACT:
        return reactions.options(t, seat)
    if step <= ATTACK_ENDS:
        return options_in_round(t, step)
    if step == PICK:
        return sharing.pick_options(t)
    if step == GIVE:
        return sharing.give_options(t)
    if step == OFFER:
        return carpenter.offer_options(t, seat)
    if step == TAKE:
        return carpenter.take_options(t)
    return options_elsewhere(t, seat, step)


def options_in_round(t: Table, step: int) -> list[Action]:
    """The decisions of a round and of an attack."""
    if step == FIRST:
        return attack.first_options(t)
    if step == ALLOT:
        return attack.allot_options(t)
    if step == APPOINT:
        return appointment.options(t)
    if step == DESTINATION:
        return voyage.options(t)
    return punishment.order_options(t) if step == PUNISH else punishment.victim_options(t)


def options_elsewhere(t: Table, seat: Seat, step: int) -> list[Action]:
    """Sales, guard, burying, the forced card, discarding."""
    if step == SELL:
        return port.sell_options(t, seat)
    if step == GUARD:
        return guard.options(t)
    if step == GUARD_ASKED:
        return guard.asked_options(t)
    if step == BURY:
        return island.bury_options(t, seat)
    return mutiny.forced_options(t) if step == FORCED else limits.options(t, seat)


# --------------------------------------------------------------------------- prompts


def prompt(t: Table, seat: Seat, step: int) -> Prompt:
    """What a seat is asked, by which rule, and what the clock answers for it."""
    if IS_OPEN[step]:
        return prompt_open(t, seat, step)
    if step == REACT:
        return reactions.prompt()
    if step <= ATTACK_ENDS:
        return prompt_in_round(t, step)
    if step == PICK:
        return sharing.pick_prompt(t)
    if step == GIVE:
        return sharing.give_prompt(t)
    if step == OFFER:
        return carpenter.offer_prompt()
    if step == TAKE:
        return carpenter.take_prompt(t)
    return prompt_elsewhere(t, seat, step)


def prompt_open(t: Table, seat: Seat, step: int) -> Prompt:
    """Whether to play something: done.  JR-T8"""
    question = PLAY_OR_PASS
    if IS_CALL[step] and plays.can_call(t, seat):
        question = CALL_OR_PASS
    elif step == MUSTER:
        question = MUSTER_OR_PASS
    elif step == MUTINY:
        question = JOIN_OR_PASS
    elif step == PORT:
        question = TRADE_OR_PASS
    return Prompt(QUESTIONS[question], RULE_OF[step], SAYING_DONE)


def prompt_in_round(t: Table, step: int) -> Prompt:
    """The questions of a round and of an attack."""
    if step == FIRST:
        return attack.first_prompt(t)
    if step == ALLOT:
        return attack.allot_prompt(t)
    if step == APPOINT:
        return appointment.prompt(t)
    if step == DESTINATION:
        return voyage.prompt(t)
    return punishment.order_prompt() if step == PUNISH else punishment.victim_prompt(t)


def prompt_elsewhere(t: Table, seat: Seat, step: int) -> Prompt:
    """Sales, guard, burying, the forced card, discarding."""
    if step == SELL:
        return port.sell_prompt(t, seat)
    if step == GUARD:
        return guard.prompt()
    if step == GUARD_ASKED:
        return guard.asked_prompt(t)
    if step == BURY:
        return island.bury_prompt(t, seat)
    return mutiny.forced_prompt(t) if step == FORCED else limits.prompt(t, seat)
