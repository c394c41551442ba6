/** Jamaica: what the page must know of it before a table is opened. */
import type { GameClient } from '../../table/game';
import Cover from './Cover.svelte';
import de from './texts/de.json';
import en from './texts/en.json';
import pl from './texts/pl.json';

export const client: GameClient = {
  name: 'jamaica',
  texts: { en, de, pl },
  Cover,
  hasColours: true,
  load: async () => (await import('./table')).table,
};
