"""The people at a table: who comes and goes, for whom it waits, what they propose and say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from broadside.console.session import Session
    from broadside.console.telling import Telling

Message = dict[str, Any]
EQUAL: Final = 0.005
"""Chances of victory that differ by less are equal."""


def seat_lines(telling: Telling) -> list[str]:
    """Who sits where."""
    return [
        f"{telling.voice.t('seat.number', {'n': seat + 1})}: {telling.name(seat)}"
        for seat in range(telling.seats)
    ]


def welcome(session: Session, message: Message) -> None:
    """Say who one is here; at a table that waits, who else is."""
    session.table, session.seat = message["table"], message["seat"]
    if session.is_welcomed:
        return
    session.is_welcomed = True
    if session.seat is None:
        session.say("note", "bar.spectator")
    else:
        session.say("note", "bar.you", name=session.telling.name(session.seat))
    if session.table["status"] == "waiting":
        for line in seat_lines(session.telling):
            session.show("note", line)
        session.say("note", "waiting.starts")


def seats(session: Session, table: Message) -> None:
    """Tell who came and who left."""
    before, session.table = session.table, table
    for old, new in zip(before["seats"], table["seats"], strict=False):
        if old["kind"] == new["kind"]:
            continue
        if new["kind"] == "open":
            session.say("note", "console.left", name=old["name"] or "?")
        elif new["seat"] != session.seat:
            session.say("note", "console.came", name=session.telling.name(new["seat"]))
    if table["status"] == "expired" != before["status"]:
        session.say("note", "table.expired")
    proposal(session, before, table)


def proposal(session: Session, before: Message, table: Message) -> None:
    """Tell of what somebody proposes, and of what became of it."""
    gone, now = before["proposal"], table["proposal"]
    if (gone and gone["number"]) == (now and now["number"]):
        return
    if gone and not now:
        is_undo = gone["what"] == "undo"
        agreed = session.is_taken_back if is_undo else table["clock_s"] == gone["clock_s"]
        session.say("note", f"outcome.{gone['what']}.{'yes' if agreed else 'no'}")
    session.is_taken_back = False
    if now and now["seat"] != session.seat and session.seat in now["people"]:
        time = session.voice.t("clock.seconds", {"n": now["clock_s"] or 0})
        name = session.telling.who(now["seat"])
        session.say("question", f"proposal.{now['what']}", name=name, time=time)
        session.say("note", "console.yes_or_no")


def prompt(session: Session) -> str:
    """One sentence: what the table waits for."""
    update, voice = session.update, session.voice
    if update is None or session.table["status"] == "expired":
        is_expired = session.table["status"] == "expired"
        return voice.t("table.expired" if is_expired else "waiting.starts")
    if update["result"] is not None:
        return voice.t("prompt.over")
    if session.only_answer() is not None:
        return voice.t("prompt.only")
    if session.sent is not None:
        return voice.t("prompt.sending")
    if update["legal"] and update["prompt"]:
        return voice.t(f"question.{update['prompt']['question']}.you")
    if session.table["paused"]:
        return voice.t("paused")
    question = session.game.question(update["view"])
    if not question or not update["waiting"]:
        return voice.t("prompt.waiting")
    names = session.telling.names(update["waiting"])
    return voice.t(f"question.{question}.other", {"name": names})


def said(session: Session, message: Message) -> None:
    """Tell what somebody says; a phrase in the reader's language."""
    text = message["text"] or session.voice.t(f"phrase.{message['phrase']}")
    session.show("chat", f"{message['name']}: {text}")


def hints(session: Session, moves: list[Message]) -> None:
    """Tell what a captain would do, the best first."""
    offered = [move for move in moves if move["action"] in session.legal]
    if not offered:
        session.say("note", "hint.none")
    for place, move in enumerate(offered):
        behind = offered[0]["chance"] - move["chance"]
        key = "hint.equal" if behind < EQUAL else "hint.behind"
        how = session.voice.t(key if place else "hint.best", {"n": round(behind * 100)})
        session.show("note", f"{session.label(move['action'])} ({how})")
