/**
 * The table while a story is told: each part is shown as it was before the story until nothing that
 * is still to come concerns it, then as it is after it. Both are the server's own views.
 */
import { isAny, type Kinds as KindsOf } from '../../table/between';
import type { GameEvent, LineView, SeatView, View } from './view';

type Kinds = KindsOf<GameEvent>;

const kinds = (...names: GameEvent['kind'][]): Kinds => new Set(names);

const TURNS = kinds('turn_began');
const MOVES = kinds(
  'pawn_placed',
  'rowed',
  'atlantis_used',
  'letter_used',
  'marooned',
  'swapped',
  'line_drawn',
  'boat_exploded',
);
const CHESTS = kinds('chest_stowed', 'smuggled', 'chest_taken', 'brawl_settled', 'storm_broke');
const HANDS = kinds(
  'vote_sent',
  'vote_card_drawn',
  'vote_card_given',
  'vote_card_lost',
  'hand_returned',
);
const BALLOTS = kinds('vote_called', 'votes_shown', 'vote_counted', 'votes_shuffled');
const SKIPS = kinds('turn_lost', 'scurvy_struck');
const KEPT = kinds('card_kept', 'map_given', 'discarded', 'code_marked');
const ROW = kinds('peeked', 'revealed', 'slot_refilled', 'row_shuffled', 'row_laid');
const WHOLE_ROW = kinds('row_shuffled', 'row_laid');
const DECKS = kinds('slot_refilled', 'row_laid', 'row_shuffled', 'events_shuffled');
const VOTE_DECK = kinds(...HANDS, 'votes_shown', 'votes_shuffled', 'vote_deck_shuffled');
/** Events that lay a card open, and those that take it away. */
const OPENED = kinds('revealed');
const CLOSED = kinds('card_kept', 'map_given', 'discarded');
const CARDS = kinds(...OPENED, ...CLOSED);

/** The view before a story with all that is told already, as the view after it has it. */
export function between(before: View, after: View, told: GameEvent[], coming: GameEvent[]): View {
  const from = (some: Kinds): View => (isAny(coming, some) ? before : after);
  const { galleon, british, french, leader } = from(CHESTS);
  const { row, unplaced_notes } = rowBetween(before, after, coming);
  return {
    ...before,
    ...{ galleon, british, french, leader, row, unplaced_notes },
    turn: from(TURNS).turn,
    active: from(TURNS).active,
    ships: from(MOVES).ships.map((_, place) =>
      lineBetween((view) => view.ships[place], after, from),
    ),
    island: lineBetween((view) => view.island, after, from),
    boats: from(MOVES).boats,
    chests: chestsBetween(before, after, coming),
    seats: before.seats.map((seat) => seatBetween(seat, after, told, coming)),
    event_deck: from(DECKS).event_deck,
    face_down: from(KEPT).face_down,
    discards: from(KEPT).discards,
    vote_deck: from(VOTE_DECK).vote_deck,
    vote: from(BALLOTS).vote,
    card: isAny(coming, CARDS) ? cardAfter(before, told) : after.card,
    force: from(OPENED).force,
    previews: after.previews,
  };
}

/** Who stands in a line, and what lies in its holds: these change at different moments. */
function lineBetween(
  line: (view: View) => LineView | undefined,
  after: View,
  from: (some: Kinds) => View,
): LineView {
  const standing = line(from(MOVES)) ?? after.island;
  const { british = 0, french = 0 } = line(from(CHESTS)) ?? {};
  const { albatrosses = 0 } = line(from(KEPT)) ?? {};
  return { ...standing, british, french, albatrosses };
}

function chestsBetween(before: View, after: View, coming: GameEvent[]): View['chests'] {
  const moving = coming.filter(({ kind }) => CHESTS.has(kind));
  const touched = (treasury: string): boolean =>
    moving.some((event) => {
      const ends: Record<string, unknown> = { ...event };
      return 'to' in event ? [ends.from, ends.to].includes(treasury) : true;
    });
  return Object.fromEntries(
    Object.entries(after.chests).map(([treasury, count]) => [
      treasury,
      touched(treasury) ? (before.chests[treasury] ?? count) : count,
    ]),
  );
}

/** Whether an event moves a seat's pawn, or changes what it holds. */
function names(event: GameEvent, seat: number): boolean {
  const named: Record<string, unknown> = { ...event };
  const several = 'seats' in event ? event.seats : 'line' in event ? event.line : [];
  return named.seat === seat || named.other === seat || several.includes(seat);
}

function seatBetween(
  before: SeatView,
  view: View,
  told: GameEvent[],
  coming: GameEvent[],
): SeatView {
  const after = view.seats[before.seat] ?? before;
  const mine = coming.filter((event) => names(event, before.seat));
  const from = (some: Kinds): SeatView => (isAny(mine, some) ? before : after);
  // Whoever only closes up does so when the last pawn has moved.
  const moves = told.some((event) => MOVES.has(event.kind) && names(event, before.seat));
  const stands = isAny(moves ? mine : coming, MOVES) ? before : after;
  return {
    ...after,
    place: stands.place,
    rank: stands.rank,
    hand_count: from(HANDS).hand_count,
    skips: from(SKIPS).skips,
    kept: isAny(coming, KEPT) ? before.kept : after.kept,
  };
}

/** The slots that nothing to come touches are shown as they are after it. */
function rowBetween(
  before: View,
  after: View,
  coming: GameEvent[],
): Pick<View, 'row' | 'unplaced_notes'> {
  const mixed = isAny(coming, WHOLE_ROW) ? before : after;
  const touched = (slot: number): boolean =>
    coming.some((event) => {
      const { slot: one, first, second } = { slot: 0, first: 0, second: 0, ...event };
      return ROW.has(event.kind) && [one, first, second].includes(slot);
    });
  const row = mixed.row.map((slot, place) =>
    touched(slot.slot) ? (before.row[place] ?? slot) : slot,
  );
  return { row, unplaced_notes: mixed.unplaced_notes };
}

/** The event card that the story has laid open. */
function cardAfter(before: View, told: GameEvent[]): View['card'] {
  const last = told.findLast(({ kind }) => CARDS.has(kind));
  if (!last) return before.card;
  if (last.kind !== 'revealed') return null;
  return { card: last.card, slot: last.slot, revealer: last.seat };
}
