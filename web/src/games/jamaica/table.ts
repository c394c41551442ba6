/** The renderer of Jamaica. */
import type { GameTable } from '../../table/game';
import { aboutCard } from './about';
import Board from './Board.svelte';
import { later } from './desk';
import { lasts, motions } from './motions';
import { asEvent, asView } from './view';
import { actionText, eventLine, joinedLines } from './words';

/** A wish for the rest of the game is asked about once. */
function unusual(action: string): string | null {
  return action === 'quick_pay' ? 'ask.quick_pay' : null;
}

export const table: GameTable = {
  Board,
  ending: () => import('./ending'),
  later,
  showsSeats: true,
  panels: [
    {
      id: 'cards',
      icon: 'spyglass',
      title: 'panel.cards',
      load: async () => (await later()).CardsPanel,
    },
  ],
  progress: (view, { voice }) => {
    const { round, last_round: isLast } = asView(view);
    return voice.t(isLast ? 'progress.last' : 'progress.round', { round });
  },
  question: (view) => asView(view).question,
  eventLine: (event, telling) => eventLine(asEvent(event), telling),
  joinedLines: (events, telling) => joinedLines(events.map(asEvent), telling),
  actionText: (action, view, telling) => actionText(action, asView(view), telling),
  motions: (event) => motions(asEvent(event)),
  lasts: (event) => lasts(asEvent(event)),
  cards: aboutCard,
  unusual: (action) => unusual(action),
};
