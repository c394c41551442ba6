/** How long the board acts each event out, and what flies over it meanwhile. */
import type { Motion } from '../../table/stage';
import type { GameEvent } from './view';

export const anchors = {
  bank: (good: string) => `bank-${good}`,
  hold: (ship: number, hold: number) => `hold-${ship}-${hold}`,
  lair: (space: number) => `lair-${space}`,
  treasures: (ship: number) => `treasures-${ship}`,
};

const STEP_MS = 130;
const RETREAT_STEP_MS = 95;
const START_MS = 170;
const SAIL_MAX_MS = 1500;

/** Milliseconds; what is not named here is told in passing. */
const LASTS: Partial<Record<GameEvent['kind'], number>> = {
  round_began: 250,
  dice_rolled: 700,
  dice_placed: 400,
  cards_laid: 300,
  card_revealed: 500,
  action_began: 220,
  loaded: 330,
  jettisoned: 330,
  spent: 330,
  finished: 900,
  ran_short: 700,
  shortage_rolled: 800,
  stayed: 400,
  treasure_drawn: 700,
  battle_began: 900,
  gunpowder_set: 400,
  battle_rolled: 1100,
  sabre_used: 700,
  battle_won: 1400,
  battle_tied: 1200,
  hold_taken: 400,
  treasure_taken: 600,
  treasure_given: 600,
  sixth_hold_moved: 400,
  ghost_steered: 350,
  card_drawn: 90,
};

export function lasts(event: GameEvent): number {
  if (event.kind === 'sailed') return sailing(event.path, STEP_MS);
  if (event.kind === 'retreated') return sailing(event.path, RETREAT_STEP_MS);
  return LASTS[event.kind] ?? 0;
}

function sailing(path: number[], step: number): number {
  return Math.min(SAIL_MAX_MS, START_MS + path.length * step);
}

export function motions(event: GameEvent): Motion[] {
  switch (event.kind) {
    case 'loaded': {
      const to = anchors.hold(event.ship, event.hold);
      return [{ from: anchors.bank(event.good), to, likeness: 'from', passing: true }];
    }
    case 'spent':
    case 'jettisoned':
      return [leaving(event.ship, event.hold, event.good)];
    case 'hold_taken':
      return [leaving(event.loser, event.hold, event.good)];
    case 'treasure_drawn': {
      const [from, to] = [anchors.lair(event.space), anchors.treasures(event.ship)];
      return [{ from, to, likeness: 'both', passing: true }];
    }
    case 'treasure_taken':
      return [passing(event.loser, event.winner)];
    case 'treasure_given':
      return [passing(event.winner, event.loser)];
    default:
      return [];
  }
}

function leaving(ship: number, hold: number, good: string): Motion {
  return { from: anchors.hold(ship, hold), to: anchors.bank(good), likeness: 'to', passing: true };
}

function passing(from: number, to: number): Motion {
  const [start, end] = [anchors.treasures(from), anchors.treasures(to)];
  return { from: start, to: end, likeness: 'from', passing: true };
}
