/** The renderer of Jolly & Roger. */
import type { GameTable } from '../../table/game';
import type { Session } from '../../table/session.svelte';
import { aboutCard } from './about';
import Board from './Board.svelte';
import { motions } from './motions';
import { forget } from './memory';
import { asEvent, asView, type View } from './view';
import { actionText, eventLine } from './words';

/** Acts that gain nothing are asked about once. */
function unusual(action: string, view: View, seat: number): string | null {
  if (action === 'kraken none') return 'ask.kraken_none';
  const parrots = view.ships.some((ship) => ship.crews[seat]?.some((card) => !card.face_up));
  if (action === 'tortuga' && !parrots) return 'ask.tortuga_idle';
  return null;
}

/** Whether faces that were seen once are not shown again, for as long as the game lasts. */
function letsForget(session: Session): boolean {
  return session.table?.options.memory === 'closed' && session.update?.result === null;
}

export const table: GameTable = {
  Board,
  ending: () => import('./ending'),
  panels: [
    {
      id: 'unseen',
      icon: 'spyglass',
      title: 'panel.unseen',
      load: async () => (await import('./UnseenPanel.svelte')).default,
    },
  ],
  progress: (view, { voice }) => {
    const { turn, turns } = asView(view);
    return voice.t('progress', { turn, turns });
  },
  question: (view) => {
    const { phase } = asView(view);
    return phase === 'over' ? null : phase;
  },
  eventLine: (event, telling, past) => eventLine(asEvent(event), telling, past.map(asEvent)),
  remembered: (events, session) => (letsForget(session) ? forget(events, session.seat) : events),
  actionText: (action, view, telling) => actionText(action, asView(view), telling),
  motions: (event, before, after) => motions(asEvent(event), asView(before), asView(after)),
  cards: aboutCard,
  unusual: (action, view, seat) => unusual(action, asView(view), seat),
};
