/** How long the board dwells on each event, and what flies over it meanwhile. */
import type { Motion } from '../../table/stage';
import type { GameEvent } from './view';

export const anchors = {
  seat: (seat: number) => `seat-${seat}`,
  hand: (seat: number) => `hand-${seat}`,
  prizes: (seat: number) => `prizes-${seat}`,
  buried: (seat: number) => `buried-${seat}`,
  prizeDeck: 'prize-deck',
  laid: 'laid',
};

/** Milliseconds. Windows are short, so nothing dwells long; the great moments may be seen. */
const LASTS: Partial<Record<GameEvent['kind'], number>> = {
  round_began: 350,
  appointed: 350,
  card_cancelled: 600,
  destination_shown: 450,
  attack_won: 900,
  attack_failed: 900,
  mutiny_called: 900,
  throat_cut: 700,
  mutiny_ended: 900,
  captain_replaced: 500,
  island_reached: 500,
  island_missed: 700,
  victim_named: 400,
  promise_broken: 400,
};

export function lasts(event: GameEvent): number {
  return LASTS[event.kind] ?? 0;
}

/** Events that are proclaimed over the deck while they are told. */
export const PROCLAIMED: ReadonlySet<GameEvent['kind']> = new Set([
  'mutiny_called',
  'mutiny_ended',
  'throat_cut',
  'card_cancelled',
  'captain_replaced',
  'attack_won',
  'attack_failed',
  'island_reached',
  'island_missed',
  'promise_broken',
]);

/** What comes by the dozen (draws, deals, burials) does not fly: it would hold the table up. */
function flight(from: string, to: string, likeness: Motion['likeness'] = 'from'): Motion[] {
  return [{ from, to, likeness, passing: true }];
}

export function motions(event: GameEvent): Motion[] {
  switch (event.kind) {
    case 'card_stolen':
      return flight(anchors.hand(event.victim), anchors.hand(event.seat));
    case 'card_gifted':
      return flight(anchors.hand(event.seat), anchors.hand(event.to));
    case 'prize_gifted':
      return flight(anchors.prizes(event.seat), anchors.prizes(event.to));
    case 'prize_picked':
    case 'prize_given':
      return flight(anchors.laid, anchors.prizes(event.seat));
    case 'prize_taken':
      return flight(anchors.prizes(event.owner), anchors.prizes(event.seat));
    case 'prize_dug_up':
      return flight(anchors.buried(event.owner), anchors.prizes(event.seat));
    case 'prize_sold':
    case 'prize_traded':
      return flight(anchors.prizes(event.seat), anchors.prizeDeck);
    default:
      return [];
  }
}
