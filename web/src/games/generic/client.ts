/** A game that this page has no drawing for: it is drawn from its view and its legal actions. */
import type { TextsByLanguage } from '../../i18n/texts.svelte';
import type { GameClient } from '../../table/game';
import type { GameWords } from '../../wire/messages';
import Cover from './Cover.svelte';
import { keepWords } from './kept';

export function genericClient(name: string, words: GameWords): GameClient {
  keepWords(name, words);
  return {
    name,
    texts: words.texts as TextsByLanguage,
    Cover,
    load: async () => (await import('./table')).tableOf(words),
  };
}
