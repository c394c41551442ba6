/** Finds every game that has a folder here. The next game adds its folder and nothing else. */
import type { GameClient } from '../table/game';

const modules = import.meta.glob<{ client: GameClient }>('./*/index.ts', { eager: true });

const clients = new Map(Object.values(modules).map(({ client }) => [client.name, client]));

/** The client of a game; null if this page has no table for it. */
export function gameClient(name: string): GameClient | null {
  return clients.get(name) ?? null;
}
