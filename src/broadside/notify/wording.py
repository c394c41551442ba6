"""What mails say, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

GAMES_IN_SUBJECT: Final = 3


class Wording(NamedTuple):
    """All mails in one language."""

    turn_subject: str
    turn_text: str
    confirm_subject: str
    confirm_text: str


WORDINGS: Final[Mapping[str, Wording]] = {
    "en": Wording(
        turn_subject="It's your turn: {games}",
        turn_text="Ahoy {name},\n\nit's your turn:\n\n{tables}\n\n"
        "You can turn these emails off at the table.\n",
        confirm_subject="Please confirm your email address",
        confirm_text="Ahoy,\n\nsomebody entered this address at {site} to get an email whenever"
        " it is their turn. If that was you, please confirm the address:\n\n{link}\n\n"
        "The link is valid for a week. If it wasn't you, just ignore this email: without your"
        " confirmation nothing will be sent.\n",
    ),
    "de": Wording(
        turn_subject="Du bist am Zug: {games}",
        turn_text="Ahoi {name},\n\ndu bist am Zug:\n\n{tables}\n\n"
        "Am Tisch kannst du diese E-Mails abbestellen.\n",
        confirm_subject="Bitte bestätige deine E-Mail-Adresse",
        confirm_text="Ahoi,\n\njemand hat diese Adresse auf {site} eingetragen, um per E-Mail zu"
        " erfahren, wann er am Zug ist. Wenn du das warst, bestätige sie bitte:\n\n{link}\n\n"
        "Der Link gilt eine Woche. Wenn du es nicht warst, ignoriere diese E-Mail einfach: Ohne"
        " Bestätigung wird nichts verschickt.\n",
    ),
    "pl": Wording(
        turn_subject="Twoja kolej: {games}",
        turn_text="Ahoj, {name}!\n\nTwoja kolej:\n\n{tables}\n\n"
        "Te wiadomości możesz wyłączyć przy stole.\n",
        confirm_subject="Potwierdź swój adres e-mail",
        confirm_text="Ahoj!\n\nKtoś podał ten adres na stronie {site}, żeby dostawać wiadomość,"
        " gdy przyjdzie jego kolej. Jeśli to ty, potwierdź adres:\n\n{link}\n\n"
        "Link jest ważny przez tydzień. Jeśli to nie ty, po prostu zignoruj tę wiadomość: bez"
        " potwierdzenia niczego nie wyślemy.\n",
    ),
}


def wording(language: str) -> Wording:
    """The mails in a language, in English if there are none."""
    return WORDINGS.get(language, WORDINGS["en"])


def turn_mail(language: str, name: str, tables: Mapping[str, str]) -> tuple[str, str]:
    """The subject and the text for a person who is awaited: links to tables, with their games."""
    words = wording(language)
    games = list(dict.fromkeys(tables.values()))
    shown = ", ".join(games[:GAMES_IN_SUBJECT]) + (" …" if len(games) > GAMES_IN_SUBJECT else "")
    lines = "\n".join(f"{game}: {link}" for link, game in tables.items())
    subject = words.turn_subject.format(games=shown)
    return subject, words.turn_text.format(name=name, tables=lines)


def confirmation_mail(language: str, site: str, link: str) -> tuple[str, str]:
    """The subject and the text that ask whether an address may be written to.

    Nothing in it comes from whoever asked: it goes to people who may not know of it.
    """
    words = wording(language)
    return words.confirm_subject, words.confirm_text.format(site=site, link=link)
