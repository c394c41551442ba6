/** Jamaica: what the page must know of it before a table is opened. */
import { GameTexts } from '../../i18n/texts.svelte';
import type { GameClient } from '../../table/game';
import Cover from './Cover.svelte';

export const client: GameClient = {
  name: 'jamaica',
  minutes: '30–60',
  weight: 2,
  texts: new GameTexts('jamaica', {
    en: () => import('./texts/en.json?table'),
    de: () => import('./texts/de.json?table'),
    pl: () => import('./texts/pl.json?table'),
  }),
  Cover,
  hasColours: true,
  load: async () => (await import('./table')).table,
};
