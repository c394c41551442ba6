/** The public record: what everybody could see of looks, votes, chests and moves. */
import type { GameEvent } from './view';

export const KINDS = ['looks', 'votes', 'chests', 'moves'] as const;
export type Kind = (typeof KINDS)[number];

export interface Entry {
  id: number;
  turn: number;
  kind: Kind;
  icon: string;
  event: GameEvent;
  /** Everybody who had a part in it. */
  seats: number[];
}

const RECORDED: Partial<Record<GameEvent['kind'], { kind: Kind; icon: string }>> = {
  peeked: { kind: 'looks', icon: 'eye' },
  revealed: { kind: 'looks', icon: 'scroll' },
  forced: { kind: 'looks', icon: 'hook' },
  hesitated: { kind: 'looks', icon: 'hourglass' },
  vote_called: { kind: 'votes', icon: 'speech' },
  vote_counted: { kind: 'votes', icon: 'sabres' },
  el_dorado_used: { kind: 'votes', icon: 'star' },
  chest_stowed: { kind: 'chests', icon: 'chest' },
  smuggled: { kind: 'chests', icon: 'chest' },
  chest_taken: { kind: 'chests', icon: 'chest' },
  chest_declined: { kind: 'chests', icon: 'cross' },
  brawl_settled: { kind: 'chests', icon: 'chest' },
  storm_broke: { kind: 'chests', icon: 'chest' },
  rowed: { kind: 'moves', icon: 'anchor' },
  letter_used: { kind: 'moves', icon: 'scroll' },
  atlantis_used: { kind: 'moves', icon: 'compass' },
  marooned: { kind: 'moves', icon: 'island' },
  fountain_used: { kind: 'moves', icon: 'bottle' },
  map_given: { kind: 'moves', icon: 'scroll' },
  swapped: { kind: 'moves', icon: 'rope' },
  loyalties_shuffled: { kind: 'moves', icon: 'seal' },
  hand_returned: { kind: 'moves', icon: 'spyglass' },
  boat_exploded: { kind: 'moves', icon: 'powder' },
};

/** Everything worth remembering, in the order in which it happened. */
export function recordOf(events: GameEvent[]): Entry[] {
  const entries: Entry[] = [];
  let turn = 0;
  events.forEach((event, id) => {
    if (event.kind === 'turn_began') turn = event.turn;
    const found = RECORDED[event.kind];
    if (found) entries.push({ id, turn, ...found, event, seats: seatsIn(event) });
  });
  return entries;
}

function seatsIn(event: GameEvent): number[] {
  const fields: Record<string, unknown> = { ...event };
  const single = ['seat', 'other', 'by'].map((name) => fields[name]);
  const voters = Array.isArray(fields.voters) ? (fields.voters as unknown[]) : [];
  return [...single, ...voters].filter((one) => typeof one === 'number');
}
