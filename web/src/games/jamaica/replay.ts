/**
 * The table as it was at a moment of the story: the view before it, with the events told so far.
 * Once the story is told the server's own view is shown, so nothing is decided here.
 */
import { STATIC } from '../../wire/jamaica';
import { LAP, lapAfter, placeScore, spaceAt } from './board';
import { type EventOf, type GameEvent, type HoldView, type ShipView, type View } from './view';

const POWERS: Record<string, string> = {
  T_MAP: 'map',
  T_SABRE: 'sabre',
  T_BETH: 'beth',
  T_SIXTH: 'sixth_hold',
};

export function powerOf(treasure: string | null | undefined): string | null {
  return treasure ? (POWERS[treasure] ?? null) : null;
}

export function replayed(view: View, events: GameEvent[]): View {
  return events.reduce(apply, view);
}

function withShip(view: View, ship: number, change: (ship: ShipView) => ShipView): View {
  return { ...view, ships: view.ships.map((one) => (one.ship === ship ? change(one) : one)) };
}

function withHold(
  view: View,
  ship: number,
  hold: number,
  change: (hold: HoldView) => HoldView,
): View {
  return withShip(view, ship, (one) => {
    const holds = one.holds.map((each) => (each.hold === hold ? change(each) : each));
    return counted({ ...one, holds });
  });
}

function counted(ship: ShipView): ShipView {
  const total = (good: string): number =>
    ship.holds.reduce((sum, hold) => sum + (hold.good === good ? hold.tokens : 0), 0);
  const goods = { gold: total('gold'), food: total('food'), gunpowder: total('gunpowder') };
  return { ...ship, goods, points: ship.place + goods.gold };
}

function emptied(hold: HoldView): HoldView {
  return { ...hold, good: null, tokens: 0 };
}

function withCards(view: View, seat: number, change: (cards: Cards) => Cards): View {
  return withShip(view, seat, (one) => (one.cards ? { ...one, cards: change(one.cards) } : one));
}

type Cards = NonNullable<ShipView['cards']>;

function apply(view: View, event: GameEvent): View {
  switch (event.kind) {
    case 'round_began':
      return newRound({ ...view, round: event.round, captain: event.captain });
    case 'dice_rolled': {
      const dice = { rolled: [event.first, event.second], morning: null, evening: null };
      return { ...view, dice };
    }
    case 'dice_placed': {
      const dice = { ...view.dice, morning: event.morning, evening: event.evening };
      return { ...view, dice };
    }
    case 'card_revealed':
      return withCards(view, event.seat, (cards) => laid(cards, event.card));
    case 'cards_laid':
      return { ...view, ships: view.ships.map(committed) };
    case 'card_drawn':
      return withCards(view, event.seat, (cards) => drawn(cards, event.card));
    case 'deck_shuffled':
      return withCards(view, event.seat, (cards) => shuffled(cards, event.cards));
    case 'action_began':
      return { ...view, turn: event.seat };
    default:
      return applyGoods(view, event);
  }
}

function applyGoods(view: View, event: GameEvent): View {
  switch (event.kind) {
    case 'loaded':
      return withHold(view, event.ship, event.hold, (hold) => ({
        ...hold,
        good: event.good,
        tokens: event.tokens,
      }));
    case 'jettisoned':
      return withHold(view, event.ship, event.hold, emptied);
    case 'hold_taken':
      return withHold(view, event.loser, event.hold, emptied);
    case 'spent':
      return withHold(view, event.ship, event.hold, (hold) =>
        hold.tokens <= event.tokens
          ? emptied(hold)
          : { ...hold, tokens: hold.tokens - event.tokens },
      );
    case 'sailed':
      return moved(view, event.ship, event.from, event.path, event.direction === 'forward');
    case 'retreated':
      return moved(view, event.ship, event.from, event.path, false);
    case 'finished':
      return withShip(view, event.ship, (ship) => ({ ...ship, finished: true }));
    case 'lair_empty':
      return { ...view, tokens: view.tokens.filter((space) => space !== event.space) };
    case 'treasure_drawn':
      return treasureDrawn(view, event);
    case 'treasure_taken':
    case 'treasure_given':
      return treasurePassed(view, event);
    default:
      return view;
  }
}

function committed(ship: ShipView): ShipView {
  const { cards } = ship;
  if (!cards || cards.committed) return ship;
  return { ...ship, cards: { ...cards, committed: true, hand_count: cards.hand_count - 1 } };
}

function laid(cards: Cards, card: string): Cards {
  const hand = cards.hand?.filter((one) => one !== card) ?? null;
  return { ...cards, hand, committed: true, laid: card };
}

function drawn(cards: Cards, card: string | undefined): Cards {
  const hand = cards.hand && card ? [...cards.hand, card] : cards.hand;
  return { ...cards, hand, hand_count: cards.hand_count + 1, pile_count: cards.pile_count - 1 };
}

function shuffled(cards: Cards, count: number): Cards {
  return { ...cards, discards: [], pile_count: count };
}

/** The played cards lie on the discard piles now. */
function newRound(view: View): View {
  const ships = view.ships.map((ship) => {
    const { cards } = ship;
    if (!cards) return ship;
    const discards = cards.laid ? [...cards.discards, cards.laid] : cards.discards;
    return { ...ship, cards: { ...cards, discards, laid: null, committed: false } };
  });
  return { ...view, ships, turn: null };
}

function moved(view: View, ship: number, from: number, path: number[], forward: boolean): View {
  const sailed = withShip(view, ship, (one) => {
    const space = path.at(-1) ?? from;
    const lap = lapAfter(one.lap, from, path, forward);
    const place = placeScore(space, lap);
    const position = spaceAt(space).progress + LAP * lap;
    return counted({ ...one, space, lap, place, position });
  });
  const rank = (one: ShipView): number =>
    1 + sailed.ships.filter((other) => other.position > one.position).length;
  return { ...sailed, ships: sailed.ships.map((one) => ({ ...one, rank: rank(one) })) };
}

function treasureDrawn(view: View, event: EventOf<'treasure_drawn'>): View {
  const printed = STATIC.treasures.find((one) => one.treasure === event.treasure);
  const power = view.ships[event.ship]?.seat === null ? null : powerOf(event.treasure);
  const found = {
    lair: event.space,
    holder: event.ship,
    held_by: [event.ship],
    face_up: power !== null,
    given: false,
    treasure: event.treasure ?? null,
    kind: printed?.kind ?? null,
    value: printed?.value ?? null,
  };
  const tokens = view.tokens.filter((space) => space !== event.space);
  return treasuresCounted({ ...view, tokens, treasures: [...view.treasures, found] });
}

function treasurePassed(
  view: View,
  event: EventOf<'treasure_taken'> | EventOf<'treasure_given'>,
): View {
  const given = event.kind === 'treasure_given';
  const holder = given ? event.loser : event.winner;
  const printed = STATIC.treasures.find((one) => one.treasure === event.treasure);
  const treasures = view.treasures.map((one) => {
    if (one.lair !== event.space) return one;
    const treasure = event.treasure ?? one.treasure;
    const kind = printed?.kind ?? (given ? 'cursed' : one.kind);
    const value = printed?.value ?? one.value;
    return { ...one, holder, given: one.given || given, treasure, kind, value };
  });
  return treasuresCounted({ ...view, treasures });
}

function treasuresCounted(view: View): View {
  const ships = view.ships.map((ship) => {
    const mine = view.treasures.filter((one) => one.holder === ship.ship);
    const powers = mine.flatMap((one) => (one.face_up ? (powerOf(one.treasure) ?? []) : []));
    const others = ship.powers.filter((power) => power === 'beth' && ship.seat === null);
    const hidden = mine.filter((one) => !one.face_up).length;
    return { ...ship, powers: [...new Set([...others, ...powers])], hidden_treasures: hidden };
  });
  return { ...view, ships };
}
