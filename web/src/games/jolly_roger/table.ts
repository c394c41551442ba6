/** The renderer of Jolly Roger. */
import type { GameTable } from '../../table/game';
import { aboutCard } from './about';
import { readAsk } from './asks';
import Board from './Board.svelte';
import { goldOf } from './cards';
import { later } from './desk.svelte';
import { lasts, motions } from './motions';
import { idleAnswer, readOrders, standingAnswer } from './orders';
import { asEvent, asView, questionOf, type View } from './view';
import { actionText, eventLine, joinedLines } from './words';

/** Gold from which a trade for a crew card is asked about. */
const DEAR = 2;

/** Good gold for one crew card is seldom meant. */
function unusual(action: string): string | null {
  const { verb, args } = readAsk(action);
  const dear = goldOf(args[0] ?? '') >= DEAR || args[0] === 'prisoner';
  return verb === 'trade' && dear ? 'ask.trade' : null;
}

/** Whether an offer can be made, or the guard put something aside: the server does not list them. */
export function composes(action: string, view: View): boolean {
  const { verb, args } = readAsk(action);
  const [item = '', to = '', promise = ''] = args;
  const { offering } = view;
  if (!offering || offering.left <= 0) return false;
  if (verb === 'add') return view.window?.name === 'guard' && offering.items.includes(item);
  if (verb !== 'offer') return false;
  return (
    offering.items.includes(item) &&
    offering.to.includes(Number(to)) &&
    offering.in_return.includes(promise)
  );
}

export const table: GameTable = {
  Board,
  ending: () => import('./ending'),
  later,
  showsSeats: true,
  panels: [
    {
      id: 'deals',
      icon: 'seal',
      title: 'panel.deals',
      load: async () => (await later()).DealsPanel,
    },
    {
      id: 'orders',
      icon: 'moon',
      title: 'panel.orders',
      load: async () => (await later()).OrdersPanel,
    },
  ],
  progress: (view, { voice }) => {
    const { round, rounds_max: rounds, last_round: isLast } = asView(view);
    return voice.t(isLast ? 'progress.last' : 'progress.round', { round, rounds });
  },
  question: (view) => questionOf(asView(view)),
  eventLine: (event, telling) => eventLine(asEvent(event), telling),
  // Who joins which side with it is told next, or that a Traitor has cancelled it.
  untold: (event) => event.kind === 'card_played' && ['call', 'crew'].includes(String(event.use)),
  joinedLines: (events, telling) => joinedLines(events.map(asEvent), telling),
  actionText: (action, view, telling) => actionText(action, asView(view), telling),
  motions: (event) => motions(asEvent(event)),
  lasts: (event) => lasts(asEvent(event)),
  cards: aboutCard,
  unusual: (action) => unusual(action),
  composes: (action, view) => composes(action, asView(view)),
  isReacting: (view) => asView(view).window?.kind === 'reaction',
  idle: idleAnswer,
  standing: (orders, update, seat) =>
    standingAnswer(readOrders(orders), asView(update.view), update.legal, seat),
};
