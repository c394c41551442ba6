/** What the board shows now: the table at this moment of the story, and what is going on there. */
import { landed } from '../../table/between';
import type { Session } from '../../table/session.svelte';
import { between } from './between';
import { lasts } from './motions';
import {
  asEvent,
  asView,
  viewOf,
  type BattleView,
  type FireView,
  type GameEvent,
  type View,
} from './view';

/** One side of a battle. */
export interface Side {
  ship: number;
  gunpowder: number;
  beth: boolean;
  face: string | null;
  firepower: number;
  /** The die is tumbling. */
  rolling: boolean;
}

export interface Battle {
  space: number;
  attack: Side;
  defence: Side;
  /** The winning ship; -1 for a tie; null while it goes on. */
  winner: number | null;
}

/** A ship on its way. */
export interface Sail {
  ship: number;
  from: number;
  way: number[];
  ms: number;
}

export interface Scene {
  view: View;
  battle: Battle | null;
  sail: Sail | null;
  /** The event that is being shown, if a story is told. */
  now: GameEvent | null;
  /** The half of the laid card that its ship is doing. */
  doing: { ship: number; time: 'morning' | 'evening' } | null;
  /** Whether a story is told: nothing is asked until it ends. */
  isTelling: boolean;
}

export const TIE = -1;

/** Events that change the table when their flight has landed, not when it starts. */
const LANDS_LATER: ReadonlySet<GameEvent['kind']> = new Set([
  'sailed',
  'retreated',
  'loaded',
  'treasure_drawn',
  'treasure_taken',
  'treasure_given',
]);

const AFTER_BATTLE: ReadonlySet<GameEvent['kind']> = new Set([
  'hold_taken',
  'jettisoned',
  'loaded',
  'loot_sunk',
  'treasure_taken',
  'sixth_hold_moved',
  'treasure_given',
  'spoils_declined',
]);

export function sceneOf(session: Session): Scene | null {
  const view = viewOf(session);
  if (!view) return null;
  const past = session.log.map((entry) => asEvent(entry.event));
  const { story } = session;
  if (!story) {
    const battle = view.battle ? battleOf(view.battle) : null;
    return { view, battle, sail: null, now: null, doing: doingAfter(past, view), isTelling: false };
  }
  const now = story.now ? asEvent(story.now) : null;
  const moment = { told: story.told.map(asEvent), now, coming: story.coming.map(asEvent) };
  const seen = now ? [...past, now] : past;
  const { told, coming } = landed(moment, LANDS_LATER);
  const shown = between(asView(story.before), view, told, coming);
  return {
    view: shown,
    battle: battleAfter(seen, shown),
    sail: now ? sailOf(now) : null,
    now,
    doing: doingAfter(seen, shown),
    isTelling: true,
  };
}

function sailOf(event: GameEvent): Sail | null {
  if (event.kind !== 'sailed' && event.kind !== 'retreated') return null;
  return { ship: event.ship, from: event.from, way: event.path, ms: lasts(event) };
}

function doingAfter(past: GameEvent[], view: View): Scene['doing'] {
  if (view.phase !== 'act' && view.turn === null) return null;
  const last = past.findLast(
    (event) => event.kind === 'action_began' || event.kind === 'round_began',
  );
  return last?.kind === 'action_began' ? { ship: last.seat, time: last.time } : null;
}

function newSide(ship: number): Side {
  return { ship, gunpowder: 0, beth: false, face: null, firepower: 0, rolling: false };
}

/** A side before its first roll, with the cannon if the ship has it. */
function sideIn(view: View, ship: number): Side {
  return { ...newSide(ship), beth: view.ships[ship]?.powers.includes('beth') ?? false };
}

function sideOf(fire: FireView): Side {
  const { ship, gunpowder, lady_beth: beth, face, firepower } = fire;
  return { ship, gunpowder, beth, face, firepower, rolling: false };
}

/** The battle under way, in the server's own numbers. */
function battleOf({ space, attack, defence, defender, winner }: BattleView): Battle {
  return {
    space,
    attack: sideOf(attack),
    defence: defence ? sideOf(defence) : newSide(defender),
    winner,
  };
}

/** The battle that the story has come to; null if it is over. */
export function battleAfter(past: GameEvent[], view: View): Battle | null {
  const start = past.findLastIndex((event) => event.kind === 'battle_began');
  const began = past[start];
  if (began?.kind !== 'battle_began') return null;
  const attack = sideIn(view, began.attacker);
  const defence = sideIn(view, began.defender);
  const battle: Battle = { space: began.space, attack, defence, winner: null };
  const rest = past.slice(start + 1);
  for (const [index, event] of rest.entries()) {
    if (battle.winner !== null && !AFTER_BATTLE.has(event.kind)) return null;
    fight(battle, event, index === rest.length - 1);
  }
  return battle;
}

function fight(battle: Battle, event: GameEvent, isLast: boolean): void {
  const side = (ship: number): Side =>
    battle.attack.ship === ship ? battle.attack : battle.defence;
  if (event.kind === 'gunpowder_set') side(event.ship).gunpowder = event.tokens;
  else if (event.kind === 'battle_won') battle.winner = event.winner;
  else if (event.kind === 'battle_tied') battle.winner = TIE;
  else if (event.kind === 'sabre_used') side(event.roller).face = null;
  else if (event.kind === 'battle_rolled') {
    const { face, firepower } = event;
    Object.assign(side(event.ship), { face, firepower, rolling: isLast });
  }
}
