/** The renderer of Jamaica. */
import type { GameTable } from '../../table/game';
import Board from './Board.svelte';
import CardsPanel from './CardsPanel.svelte';
import { lasts, motions } from './motions';
import ScoreSheet from './ScoreSheet.svelte';
import Secrets from './Secrets.svelte';
import { asEvent, asView, questionOf } from './view';
import { actionText, eventLine, joinedLines } from './words';

/** A wish for the rest of the game is asked about once. */
function unusual(action: string): string | null {
  return action === 'quick_pay' ? 'ask.quick_pay' : null;
}

export const table: GameTable = {
  Board,
  Result: ScoreSheet,
  Secrets,
  panels: [{ id: 'cards', icon: 'spyglass', title: 'panel.cards', Panel: CardsPanel }],
  progress: (view, { voice }) => {
    const { round, last_round: isLast } = asView(view);
    return voice.t(isLast ? 'progress.last' : 'progress.round', { round });
  },
  question: (view) => questionOf(asView(view)),
  eventLine: (event, telling) => eventLine(asEvent(event), telling),
  joinedLines: (events, telling) => joinedLines(events.map(asEvent), telling),
  actionText: (action, view, telling) => actionText(action, asView(view), telling),
  motions: (event) => motions(asEvent(event)),
  lasts: (event) => lasts(asEvent(event)),
  unusual: (action) => unusual(action),
};
