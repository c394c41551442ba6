/** What jsdom lacks and the page uses; and a clean page, for each file finds the one of the last. */
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';
import { speech } from '../src/i18n/speech.svelte';
import { fetchTexts, GameTexts, LANGUAGES } from '../src/i18n/texts.svelte';
import { loadTable } from '../src/games/registry';
import type { GameClient } from '../src/table/game';
import { ownBox } from './boxes';

// On a busy machine a page may take seconds to be drawn.
configure({ asyncUtilTimeout: 20_000 });

vi.useRealTimers();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');
document.body.replaceChildren();

Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (query: string) => ({
    matches: query.includes('reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});

Element.prototype.animate = vi.fn().mockImplementation(() => ({
  finish: () => undefined,
  cancel: () => undefined,
  finished: Promise.resolve(),
}));
Element.prototype.getAnimations = () => [];
Element.prototype.scrollTo = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.scrollTo = () => undefined;

// A page fetches texts as it needs them; tests have them all.
const games = import.meta.glob<{ client: GameClient }>('../src/games/*/index.ts', { eager: true });
for (const language of LANGUAGES) {
  for (const { client } of Object.values(games))
    if (client.texts instanceof GameTexts) await client.texts.fetch(language);
  await fetchTexts(language);
}
speech.speak('en');
// So it is with boxes: those of the games' own editions lie open.
for (const { client } of Object.values(games)) {
  await loadTable(client, Promise.resolve(ownBox(client.name)));
}
