/**
 * The table while a story is told: each part is shown as it was before the story until nothing that
 * is still to come concerns it, then as it is after it. Both are the server's own views.
 */
import { isAny, type Kinds as KindsOf } from '../../table/between';
import type { GameEvent, HoldView, ShipView, View } from './view';

type Kinds = KindsOf<GameEvent>;

const kinds = (...names: GameEvent['kind'][]): Kinds => new Set(names);

const ROUNDS = kinds('round_began');
const TURNS = kinds('round_began', 'action_began');
const DICE = kinds('round_began', 'dice_rolled', 'dice_placed');
const DEALS = kinds('round_began', 'cards_laid', 'card_revealed', 'card_drawn', 'deck_shuffled');
const MOVES = kinds('sailed', 'retreated', 'finished');
const CARGO = kinds('loaded', 'jettisoned', 'spent', 'hold_taken', 'sixth_hold_moved');
const FINDS = kinds('treasure_drawn', 'lair_empty');
const TREASURES = kinds('treasure_drawn', 'treasure_taken', 'treasure_given');

/** The view before a story with all that is told already, as the view after it has it. */
export function between(before: View, after: View, told: GameEvent[], coming: GameEvent[]): View {
  const from = (some: Kinds): View => (isAny(coming, some) ? before : after);
  return {
    ...before,
    round: from(ROUNDS).round,
    captain: from(ROUNDS).captain,
    dice: from(DICE).dice,
    turn: isAny(coming, TURNS) ? turnAfter(before, told) : after.turn,
    bank: from(CARGO).bank,
    tokens: before.tokens.filter(
      (space) => after.tokens.includes(space) || coming.some((event) => isFind(event, space)),
    ),
    treasures: from(TREASURES).treasures,
    ships: before.ships.map((ship) => shipBetween(ship, after, told, coming)),
  };
}

/** Whose turn the story has come to. */
function turnAfter(before: View, told: GameEvent[]): number | null {
  const last = told.findLast(({ kind }) => TURNS.has(kind));
  if (!last) return before.turn;
  return last.kind === 'action_began' ? last.seat : null;
}

const isFind = (event: GameEvent, space: number): boolean =>
  FINDS.has(event.kind) && 'space' in event && event.space === space;

/** Whether an event is about a ship, or about all of them. */
function concerns(event: GameEvent, ship: number): boolean {
  if (event.kind === 'round_began' || event.kind === 'cards_laid') return true;
  const named: Record<string, unknown> = { ...event };
  return [named.ship, named.seat, named.winner, named.loser].includes(ship);
}

function shipBetween(
  before: ShipView,
  view: View,
  told: GameEvent[],
  coming: GameEvent[],
): ShipView {
  const after = view.ships[before.ship] ?? before;
  const mine = coming.filter((event) => concerns(event, before.ship));
  const from = (...some: Kinds[]): ShipView =>
    some.some((one) => isAny(mine, one)) ? before : after;
  const { lap, position, place, finished } = from(MOVES);
  const { powers, hidden_treasures } = from(TREASURES);
  return {
    ...after,
    ...{ lap, position, place, finished, powers, hidden_treasures },
    space: isAny(mine, MOVES) ? (spaceAfter(before.ship, told) ?? before.space) : after.space,
    rank: isAny(coming, MOVES) ? before.rank : after.rank,
    holds: holdsBetween(before, after, mine),
    goods: from(CARGO).goods,
    points: from(CARGO, MOVES).points,
    cards: from(DEALS).cards,
  };
}

/** Where a ship has come to, if the story has moved it. */
function spaceAfter(ship: number, told: GameEvent[]): number | undefined {
  const moves = told.flatMap((event) =>
    (event.kind === 'sailed' || event.kind === 'retreated') && event.ship === ship ? [event] : [],
  );
  return moves.at(-1)?.path.at(-1);
}

/** Holds that nothing to come touches are shown as they are after it. */
function holdsBetween(before: ShipView, after: ShipView, mine: GameEvent[]): HoldView[] {
  const cargo = mine.filter(({ kind }) => CARGO.has(kind));
  if (cargo.length === 0) return after.holds;
  return before.holds.map((hold) => {
    const touched = cargo.some((event) => !('hold' in event) || event.hold === hold.hold);
    return touched ? hold : (after.holds.find((one) => one.hold === hold.hold) ?? hold);
  });
}
