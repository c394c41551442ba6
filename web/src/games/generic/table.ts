/** The renderer of any game. */
import type { GameTable } from '../../table/game';
import type { GameWords } from '../../wire/messages';
import Board from './Board.svelte';
import { actionText, eventLine, progress } from './words';

export function tableOf(words: GameWords): GameTable {
  return {
    Board,
    ending: () => import('./ending'),
    panels: [],
    progress: (view, { voice }) => progress(view, voice),
    question: (view) => (typeof view.question === 'string' ? view.question : null),
    eventLine: (event, telling) => eventLine(event, words, telling),
    actionText: (action, _view, telling) => actionText(action, words, telling),
    motions: () => [],
    unusual: () => null,
  };
}
