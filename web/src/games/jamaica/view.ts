/** The server's view of this game, and short names for its parts. */
import type { GameEvent as AnyEvent, GameView } from '../../table/game';
import type { Session } from '../../table/session.svelte';
import type { GameEvent, View } from '../../wire/jamaica';

export type { GameEvent, View };
export type ShipView = View['ships'][number];
export type HoldView = ShipView['holds'][number];
export type TreasureView = View['treasures'][number];
export type PreviewView = View['previews'][number];
export type ActionView = PreviewView['morning'];
export type LandingView = ActionView['landings'][number];
export type BattleView = NonNullable<View['battle']>;
export type FireView = BattleView['attack'];
export type EventOf<Kind extends GameEvent['kind']> = Extract<GameEvent, { kind: Kind }>;

export const GOODS = ['gold', 'food', 'gunpowder'] as const;
export type Good = (typeof GOODS)[number];

/** The server writes views and events of this game in these types; they are generated from its own. */
export const asView = (view: GameView): View => view as unknown as View;
export const asEvent = (event: AnyEvent): GameEvent => event as unknown as GameEvent;

export function viewOf(session: Session): View | null {
  return session.update ? asView(session.update.view) : null;
}

export function isGood(text: string | null | undefined): text is Good {
  return GOODS.some((good) => good === text);
}

/** The number of the ghost ship; null where nobody needs one. */
export function ghostOf(view: View): number | null {
  return view.ships.find((ship) => ship.seat === null)?.ship ?? null;
}

/** Ships from first to last on the track; side by side in the order of the seats. */
export function ranked(view: View): ShipView[] {
  return [...view.ships].sort((one, other) => one.rank - other.rank || one.ship - other.ship);
}

export function treasuresOf(view: View, ship: number): TreasureView[] {
  return view.treasures.filter((treasure) => treasure.holder === ship);
}

/** The ship that lost the battle; null while it goes on. */
export function loserIn(view: View): number | null {
  const { battle } = view;
  if (!battle || battle.winner === null) return null;
  return battle.winner === battle.attacker ? battle.defender : battle.attacker;
}

/** Which question the table waits with, by its step; the answer to `question` of the prompt. */
const QUESTIONS: Record<string, string> = {
  placing_dice: 'place_dice',
  choosing_cards: 'choose_card',
  sailing: 'choose_destination',
  targeting: 'choose_target',
  paying: 'pay_from',
  retreating: 'choose_retreat',
  attacking: 'attack_powder',
  attack_holds: 'gunpowder_from',
  attack_sabre: 'sabre_attack',
  defending: 'defend_powder',
  defence_holds: 'gunpowder_from',
  defence_sabre: 'sabre_defence',
  spoils: 'choose_spoils',
  steering: 'ghost_direction',
};

export function questionOf(view: View): string | null {
  if (view.step === 'stowing') {
    const loader = view.ships[view.load?.ship ?? -1];
    return loader?.holds.some((hold) => hold.good === null) ? 'stow' : 'jettison';
  }
  return view.step === null ? null : (QUESTIONS[view.step] ?? null);
}
