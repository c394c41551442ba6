/** The legal and the impossible actions, by the thing on the table that stands for them. */
import type { Ask } from '../../table/asks';
import type { Scene } from './scene';
import { ghostOf, type View } from './view';

export { ofVerb, readAsk, readAsks, type Ask } from '../../table/asks';

/** The space that an answer sails to; null for other answers. */
export function spaceAsked(ask: Ask): number | null {
  return ask.verb === 'sail' || ask.verb === 'retreat' ? Number(ask.args[0]) : null;
}

/** The ship that an answer attacks. */
export function shipAsked(ask: Ask, view: View): number | null {
  if (ask.verb !== 'attack') return null;
  return ask.args[0] === 'ghost' ? ghostOf(view) : Number(ask.args[0]);
}

/** What can be done with one hold of one ship; a legal answer hides the impossible ones. */
export function holdAsks(asks: Ask[], scene: Scene, ship: number, hold: number): Ask[] {
  const mine = asks.filter((ask) => {
    if (Number(ask.args[0]) !== hold) return false;
    if (ask.verb === 'stow' || ask.verb === 'jettison') return scene.view.load?.ship === ship;
    if (ask.verb === 'spend') return scene.view.owed?.ship === ship;
    return ask.verb === 'take_hold' && scene.view.battle?.loser === ship;
  });
  const legal = mine.filter((ask) => ask.denied === null);
  return legal.length > 0 ? legal : mine.slice(-1);
}

/** What can be done with a treasure card of a ship: taken by name or by its lair, or given. */
export function treasureAsk(
  asks: Ask[],
  scene: Scene,
  ship: number,
  names: (string | null)[],
): Ask | null {
  const isLoser = scene.view.battle?.loser === ship;
  const verb = isLoser ? 'take_treasure' : 'give';
  const found = asks.filter((ask) => ask.verb === verb && names.includes(ask.args[0] ?? ''));
  return found.find((ask) => ask.denied === null) ?? found[0] ?? null;
}
