/** Jamaica: what the page must know of it before a table is opened. */
import { GameTexts } from '../../i18n/texts.svelte';
import type { GameClient } from '../../table/game';
import Cover from './Cover.svelte';

export const client: GameClient = {
  name: 'jamaica',
  minutes: '30–60',
  weight: 2,
  texts: new GameTexts('jamaica', {
    en: () => import('../../../../src/broadside/games/jamaica/texts/en.json?table'),
    de: () => import('../../../../src/broadside/games/jamaica/texts/de.json?table'),
    pl: () => import('../../../../src/broadside/games/jamaica/texts/pl.json?table'),
  }),
  Cover,
  hasColours: true,
  load: async () => (await import('./table')).table,
};
