"""What a game says and is told, field by field: views, events and actions as JSON Schema.

Everything is made from what the game has anyway: the types of its views, its tables of events and
actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from broadside.service.record_types import records_of
from broadside.wire.http_messages import ArgumentInfo, VerbInfo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from broadside.kernel.action import Domain, Verb
    from broadside.kernel.event import EventKind, Field
    from broadside.kernel.game import Game

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
REFERENCES: Final = "#/$defs/{name}"

Schema = dict[str, Any]


def schema_of(game: Game) -> Schema:
    """The schema of a game: `properties` has `view`, `event` and `action`.

    >>> from broadside.games import registry
    >>> found = schema_of(registry.find("jolly-and-roger"))
    >>> found["$defs"]["TableView"]["properties"]["turn"]
    {'type': 'integer'}
    >>> found["properties"]["action"]["oneOf"][1]
    {'title': 'pick', 'description': 'codes 15 to 16', 'enum': ['pick A', 'pick B']}
    """
    properties, definitions = parts_of(game, REFERENCES)
    return {
        "$schema": DIALECT,
        "title": game.name,
        "type": "object",
        "properties": properties,
        "$defs": definitions,
    }


def parts_of(game: Game, references: str) -> tuple[Schema, Schema]:
    """The schemas of view, event and action, and of the records that views are made of."""
    (view,), definitions = msgspec.json.schema_components(
        [view_type(game)], ref_template=references
    )
    parts = {
        "view": view,
        "event": {"oneOf": [event_schema(kind) for kind in game.events.kinds]},
        "action": {"oneOf": [verb_schema(verb) for verb in game.actions.verbs]},
    }
    return parts, definitions


def components_of(games: Iterable[Game]) -> Schema:
    """The same for an OpenAPI document: `jamaica.view`, `jamaica.ShipView` and so on."""
    found: Schema = {}
    for game in games:
        parts, definitions = parts_of(game, f"#/components/schemas/{game.name}.{{name}}")
        for name, schema in [*parts.items(), *definitions.items()]:
            found[f"{game.name}.{name}"] = schema
    return found


def verbs_of(game: Game) -> list[VerbInfo]:
    """The verbs of a game, with the codes of their actions and the values of their arguments."""
    return [
        VerbInfo(
            verb.name,
            verb.actions[0].code,
            [ArgumentInfo(domain.name, list(domain.values)) for domain in verb.domains],
        )
        for verb in game.actions.verbs
    ]


def view_type(game: Game) -> Any:
    """The type of a game's views: `TableView` beside the game, in the module `sight`."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        return records_of(f"{package}.sight")["TableView"]
    except (ImportError, AttributeError):
        return dict[str, Any]  # a game of another project may keep it elsewhere


def event_schema(kind: EventKind) -> Schema:
    """One kind of event; what is secret is left out for those who may not know it."""
    properties: Schema = {"kind": {"const": kind.name}}
    for field in kind.public:
        properties[field.name] = field_schema(field)
    required = list(properties)
    if kind.items is not None:
        properties[kind.items.name] = {"type": "array", "items": field_schema(kind.items)}
        required.append(kind.items.name)
    for field in kind.secret:
        properties[field.name] = field_schema(field)
    return {
        "title": kind.name,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def field_schema(field: Field) -> Schema:
    """A number, a seat, or one of some words."""
    if field.domain is None:
        return {"type": "integer"}
    if field.domain.is_seat:
        return {"type": "integer", "description": field.domain.name}
    return {"enum": list(dict.fromkeys(field.domain.values))}


def verb_schema(verb: Verb) -> Schema:
    """All actions of a verb, as text; their codes are its first one and those behind."""
    actions = verb.actions
    codes = f"codes {actions[0].code} to {actions[-1].code}"
    if verb.composed:
        return {"title": verb.name, "description": codes, "pattern": pattern_of(verb)}
    texts = [action.text for action in actions]
    return {"title": verb.name, "description": codes, "enum": texts}


def pattern_of(verb: Verb) -> str:
    """A pattern for actions that are too many to list."""
    parts = [verb.name, *(f"({'|'.join(words_of(domain))})" for domain in verb.domains)]
    return f"^{' '.join(parts)}$"


def words_of(domain: Domain) -> list[str]:
    """The words of a domain, as a pattern has them."""
    return [word.replace(".", r"\.") for word in domain.values]
