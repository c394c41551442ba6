/** How long the board acts each event out, and what flies over it meanwhile. */
import type { Motion } from '../../table/stage';
import type { GameEvent } from './view';

export const anchors = {
  treasury: (treasury: string) => `treasury-${treasury}`,
  slot: (slot: number) => `slot-${slot}`,
  deck: () => 'event-deck',
  discard: () => 'discard',
  votes: () => 'vote-deck',
  muster: (seat: number) => `muster-${seat}`,
  ballot: (seat: number) => `ballot-${seat}`,
  now: () => 'card-now',
};

/** Milliseconds; what is not named here is told in passing. Pawns slide by themselves. */
const LASTS: Partial<Record<GameEvent['kind'], number>> = {
  turn_began: 200,
  turn_lost: 500,
  chest_stowed: 500,
  peeked: 600,
  forced: 700,
  hesitated: 400,
  rowed: 500,
  letter_used: 700,
  smuggled: 500,
  vote_called: 700,
  vote_sent: 320,
  el_dorado_used: 400,
  chest_taken: 600,
  brawl_settled: 600,
  vote_card_drawn: 120,
  marooned: 650,
  vote_card_lost: 400,
  fountain_used: 700,
  revealed: 1300,
  no_effect: 600,
  card_kept: 500,
  map_given: 600,
  atlantis_used: 600,
  albatrosses_struck: 900,
  boat_exploded: 900,
  loyalties_shuffled: 800,
  hand_returned: 500,
  vote_card_given: 200,
  line_drawn: 700,
  swapped: 700,
  storm_broke: 900,
  scurvy_struck: 700,
  discarded: 350,
  slot_refilled: 350,
  row_shuffled: 900,
  race_began: 1200,
  loyalty_shown: 300,
};

export const SHUFFLE_MS = 700;
export const TURN_MS = 260;
export const COUNT_MS = 240;
const OUTCOME_MS = 1500;

export function lasts(event: GameEvent): number {
  if (event.kind === 'votes_shown') return SHUFFLE_MS + event.cards.length * TURN_MS + 200;
  if (event.kind === 'vote_counted') {
    return (event.first + event.second + event.third) * COUNT_MS + OUTCOME_MS;
  }
  return LASTS[event.kind] ?? 0;
}

function flight(from: string, to: string, likeness: 'from' | 'to' = 'from'): Motion {
  return { from, to, likeness, passing: true };
}

export function motions(event: GameEvent): Motion[] {
  switch (event.kind) {
    case 'smuggled':
    case 'chest_taken':
      return [flight(anchors.treasury(event.from), anchors.treasury(event.to))];
    case 'storm_broke':
      if (event.place === 'TO') return [];
      return ['B', 'F'].map((nation) =>
        flight(anchors.treasury(`${event.place}.${nation}`), anchors.treasury('SG')),
      );
    case 'vote_sent':
      return [flight(anchors.muster(event.seat), anchors.ballot(event.seat), 'to')];
    case 'vote_card_drawn':
      return [flight(anchors.votes(), anchors.muster(event.seat))];
    case 'vote_card_given':
      return [flight(anchors.votes(), anchors.muster(event.other))];
    case 'card_kept':
      return [flight(anchors.discard(), anchors.muster(event.seat))];
    case 'map_given':
      return [flight(anchors.discard(), anchors.muster(event.other))];
    case 'slot_refilled':
      return [flight(anchors.deck(), anchors.slot(event.slot))];
    default:
      return [];
  }
}
