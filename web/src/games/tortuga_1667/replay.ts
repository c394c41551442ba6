/**
 * The table as it was at a moment of the story: the view before it, with the events told so far.
 * Once the story is told the server's own view is shown, so nothing is decided here.
 */
import type { EventOf, GameEvent, LineView, SeatView, View } from './view';

export function replayed(view: View, events: GameEvent[]): View {
  return events.reduce(apply, view);
}

// ------------------------------------------------------------------------------ pieces

function withSeat(view: View, seat: number, change: (seat: SeatView) => SeatView): View {
  return { ...view, seats: view.seats.map((one) => (one.seat === seat ? change(one) : one)) };
}

function withLines(view: View, change: (line: LineView) => number[]): View {
  const changed = (line: LineView): LineView => ranked({ ...line, line: change(line) });
  return placed({ ...view, ships: view.ships.map(changed), island: changed(view.island) });
}

/** The ranks follow from the line. */
function ranked(line: LineView): LineView {
  const captain = line.line[0] ?? null;
  if (line.place === 'TO') return { ...line, captain };
  return {
    ...line,
    captain,
    first_mate: line.line[1] ?? null,
    cabin_boy: line.line.at(-1) ?? null,
  };
}

/** Where everybody is, as the lines and boats say. */
function placed(view: View): View {
  const seats = view.seats.map((seat) => {
    for (const line of [...view.ships, view.island]) {
      const rank = line.line.indexOf(seat.seat);
      if (rank >= 0) return { ...seat, place: line.place, rank: rank + 1 };
    }
    const boat = view.boats.find((one) => one.seat === seat.seat);
    return boat ? { ...seat, place: boat.boat, rank: null } : seat;
  });
  return { ...view, seats };
}

function lifted(view: View, seat: number): View {
  const boats = view.boats.map((boat) => (boat.seat === seat ? { ...boat, seat: null } : boat));
  return withLines({ ...view, boats }, ({ line }) => line.filter((one) => one !== seat));
}

function moved(view: View, seat: number, place: string): View {
  const up = lifted(view, seat);
  const boats = up.boats.map((boat) => (boat.boat === place ? { ...boat, seat } : boat));
  return withLines({ ...up, boats }, (line) =>
    line.place === place ? [...line.line, seat] : line.line,
  );
}

function swapped(view: View, one: number, other: number): View {
  const turned = (seat: number | null): number | null =>
    seat === one ? other : seat === other ? one : seat;
  const boats = view.boats.map((boat) => ({ ...boat, seat: turned(boat.seat) }));
  return withLines({ ...view, boats }, ({ line }) => line.map((seat) => turned(seat) ?? seat));
}

/** New numbers of chests, and what follows from them. */
function stored(view: View, change: Record<string, number>): View {
  const chests = { ...view.chests, ...change };
  const count = (treasury: string): number => chests[treasury] ?? 0;
  const lines = (line: LineView): LineView => ({
    ...line,
    british: count(`${line.place}.B`),
    french: count(`${line.place}.F`),
  });
  const total = (nation: string): number =>
    ['FD', 'JR', 'TO'].reduce((sum, place) => sum + count(`${place}.${nation}`), 0);
  return {
    ...view,
    chests,
    galleon: count('SG'),
    british: total('B'),
    french: total('F'),
    ships: view.ships.map(lines),
    island: lines(view.island),
  };
}

function carried(view: View, from: string | null, to: string): View {
  const { chests } = view;
  const change: Record<string, number> = { [to]: (chests[to] ?? 0) + 1 };
  if (from) change[from] = (chests[from] ?? 1) - 1;
  return stored(view, change);
}

function stormed(view: View, place: string): View {
  if (place === 'TO') return stored(view, { 'TO.B': 1, 'TO.F': 1 });
  const washed = (view.chests[`${place}.B`] ?? 0) + (view.chests[`${place}.F`] ?? 0);
  const SG = (view.chests.SG ?? 0) + washed;
  return stored(view, { SG, [`${place}.B`]: 0, [`${place}.F`]: 0 });
}

// ----------------------------------------------------------------------------- the events

function apply(view: View, event: GameEvent): View {
  switch (event.kind) {
    case 'turn_began':
      return { ...view, turn: event.turn, active: event.seat };
    case 'turn_lost':
      return withSeat(view, event.seat, (seat) => ({ ...seat, skips: event.skips }));
    case 'pawn_placed':
      return moved(view, event.seat, event.place);
    case 'rowed':
    case 'atlantis_used':
      return moved(view, event.seat, event.to);
    case 'letter_used':
      return moved(view, event.other, event.to);
    case 'marooned':
      return moved(view, event.seat, 'TO');
    case 'swapped':
      return swapped(view, event.seat, event.other);
    case 'line_drawn':
      return withLines(view, (line) => (line.place === event.place ? event.line : line.line));
    case 'chest_stowed':
      return carried(view, null, event.to);
    case 'smuggled':
    case 'chest_taken':
      return carried(view, event.from, event.to);
    case 'brawl_settled':
      return stored(view, { 'TO.B': event.british, 'TO.F': event.french });
    case 'storm_broke':
      return stormed(view, event.place);
    case 'boat_exploded': {
      const boats = view.boats.map((boat) =>
        boat.boat === event.boat ? { ...boat, exploded: true } : boat,
      );
      return { ...view, boats };
    }
    case 'scurvy_struck':
      return event.seats.reduce(
        (shown, one) => withSeat(shown, one, (seat) => ({ ...seat, skips: seat.skips + 1 })),
        view,
      );
    default:
      return applyEvents(applyVotes(view, event), event);
  }
}

function applyVotes(view: View, event: GameEvent): View {
  const { vote } = view;
  switch (event.kind) {
    case 'vote_called':
      return { ...view, vote: newVote(event) };
    case 'vote_sent': {
      const sent = vote ? [...vote.sent.filter((one) => one !== event.seat), event.seat] : [];
      const counted = withHand(view, event.seat, -event.cards);
      return { ...counted, vote: vote && { ...vote, sent } };
    }
    case 'votes_shown':
      return {
        ...view,
        vote: vote && { ...vote, shown: event.cards },
        vote_deck: view.vote_deck - 1,
      };
    case 'vote_counted': {
      const counts = [event.first, event.second, event.third];
      return { ...view, vote: vote && { ...vote, counts, outcome: event.outcome } };
    }
    case 'votes_shuffled':
      return { ...view, vote: null, vote_deck: view.vote_deck + event.cards };
    case 'vote_card_drawn':
    case 'vote_card_given':
      return drawn(view, event.kind === 'vote_card_given' ? event.other : event.seat, 1);
    case 'vote_card_lost':
      return drawn(view, event.seat, -1);
    case 'hand_returned':
      return drawn(view, event.other, -event.cards);
    case 'vote_deck_shuffled':
      return { ...view, vote_deck: event.cards };
    default:
      return view;
  }
}

function newVote(event: EventOf<'vote_called'>): NonNullable<View['vote']> {
  return {
    vote: event.vote,
    caller: event.seat,
    place: event.place,
    voters: event.voters,
    sent: [],
    mine: [],
    shown: [],
    counts: [],
    outcome: null,
  };
}

/** How many cards somebody holds; the own ones are always shown as the server says. */
function withHand(view: View, seat: number, change: number): View {
  return withSeat(view, seat, (one) => ({
    ...one,
    hand_count: Math.max(0, one.hand_count + change),
  }));
}

/** Cards come from the vote deck, or go back to it. */
function drawn(view: View, seat: number, cards: number): View {
  return withHand({ ...view, vote_deck: view.vote_deck - cards }, seat, cards);
}

function applyEvents(view: View, event: GameEvent): View {
  switch (event.kind) {
    case 'peeked':
      return peeked(view, event);
    case 'revealed': {
      const slot = { filled: false, peeked: [], card: null };
      const row = view.row.map((one) => (one.slot === event.slot ? { ...one, ...slot } : one));
      const card = { card: event.card, slot: event.slot, revealer: event.seat };
      return { ...view, row, card, force: null };
    }
    case 'card_kept':
      return { ...withKept(view, event.seat, event.card, 1), card: null };
    case 'map_given':
      return { ...withKept(view, event.other, event.card, 1), card: null };
    case 'discarded': {
      const given = owners(view, event.card).reduce(
        (shown, seat) => withKept(shown, seat, event.card, -1),
        view,
      );
      const shown = view.card?.card === event.card ? view : given;
      return { ...shown, card: null, discards: [...view.discards, event.card] };
    }
    case 'slot_refilled': {
      const slot = { filled: true, peeked: [], card: null };
      const row = view.row.map((one) => (one.slot === event.slot ? { ...one, ...slot } : one));
      return { ...view, row, event_deck: event.deck };
    }
    case 'row_shuffled': {
      const notes = view.row.flatMap((one) => one.card ?? []);
      const row = view.row.map((one) => ({ ...one, peeked: [], card: null }));
      return { ...view, row, unplaced_notes: [...view.unplaced_notes, ...notes] };
    }
    case 'row_laid': {
      const row = view.row.map((one) => ({
        ...one,
        filled: one.slot <= event.cards,
        peeked: [],
        card: null,
      }));
      return { ...view, row, event_deck: event.deck };
    }
    default:
      return view;
  }
}

function peeked(view: View, event: EventOf<'peeked'>): View {
  const cards = new Map([
    [event.first, event.first_card],
    [event.second, event.second_card],
  ]);
  const row = view.row.map((one) => {
    if (!cards.has(one.slot)) return one;
    const seen = [...one.peeked.filter((seat) => seat !== event.seat), event.seat];
    return { ...one, peeked: seen, card: cards.get(one.slot) ?? one.card };
  });
  return { ...view, row };
}

const KEPT = ['atlantis', 'el_dorado', 'fountain_of_youth', 'pirate_code'] as const;

function withKept(view: View, seat: number, card: string, change: number): View {
  return withSeat(view, seat, (one) => {
    const kept = { ...one.kept };
    if (card === 'letter_of_marque') kept.letters += change;
    else if (card === 'albatross') kept.albatrosses += change;
    const single = KEPT.find((name) => name === card);
    if (single) kept[single] = change > 0;
    return { ...one, kept };
  });
}

/** Who gives a kept card away: there is one owner of every map, and the active seat of a letter. */
function owners(view: View, card: string): number[] {
  if (card === 'letter_of_marque') return view.active === null ? [] : [view.active];
  const single = KEPT.find((name) => name === card);
  return single ? view.seats.filter((one) => one.kept[single]).map((one) => one.seat) : [];
}
