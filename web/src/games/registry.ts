/**
 * Finds the client of every game: those that have a folder here, and all others, which are drawn from
 * their views with the texts that the server has for them.
 */
import { SvelteMap } from 'svelte/reactivity';
import { gameWords } from '../api';
import { speech, Voice } from '../i18n/speech.svelte';
import { GameTexts } from '../i18n/texts.svelte';
import type { GameClient, GameTable } from '../table/game';
import type { BoxInfo } from '../wire/messages';
import { openBox } from './box.svelte';
import { genericClient } from './generic/client';

const modules = import.meta.glob<{ client: GameClient }>('./*/index.ts', { eager: true });

const clients = new SvelteMap(Object.values(modules).map(({ client }) => [client.name, client]));

/** The client of a game; null as long as this page has not asked the server about it. */
export function gameClient(name: string): GameClient | null {
  return clients.get(name) ?? null;
}

/** What a game is called; its name among programs as long as nobody has asked the server. */
export function gameTitle(name: string): string {
  const client = gameClient(name);
  return client ? new Voice(client.texts).t('name') : name;
}

/** The client of a game, which the server is asked about if need be; raises its refusal. */
export async function findClient(name: string): Promise<GameClient> {
  const known = clients.get(name);
  if (known) return known;
  const found = genericClient(name, await gameWords(name));
  clients.set(name, found);
  return found;
}

/** Everything that a table of a game needs: its texts, too, and the box with which it is played. */
export async function loadTable(
  { load, texts }: GameClient,
  asked: Promise<BoxInfo>,
): Promise<GameTable> {
  const said = texts instanceof GameTexts ? texts.fetch(speech.language) : null;
  const [box, table] = await Promise.all([asked, load(), said]);
  openBox(box);
  if (texts instanceof GameTexts) texts.label(box.labels);
  return table;
}
