/** The renderer of Jolly Roger. */
import type { GameTable } from '../../table/game';
import { readAsk } from './asks';
import Board from './Board.svelte';
import { goldOf } from './cards';
import DealsPanel from './DealsPanel.svelte';
import { lasts, motions } from './motions';
import { readOrders, standingAnswer } from './orders';
import OrdersPanel from './OrdersPanel.svelte';
import ScoreSheet from './ScoreSheet.svelte';
import Secrets from './Secrets.svelte';
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

/** Whether an offer can be made: the server does not list every one of them. */
export function composes(action: string, view: View): boolean {
  const { verb, args } = readAsk(action);
  const [item = '', to = '', promise = ''] = args;
  const { offering } = view;
  if (verb !== 'offer' || !offering || offering.left <= 0) return false;
  return (
    offering.items.includes(item) &&
    offering.to.includes(Number(to)) &&
    offering.in_return.includes(promise)
  );
}

export const table: GameTable = {
  Board,
  Result: ScoreSheet,
  Secrets,
  showsSeats: true,
  panels: [
    { id: 'deals', icon: 'seal', title: 'panel.deals', Panel: DealsPanel },
    { id: 'orders', icon: 'moon', title: 'panel.orders', Panel: OrdersPanel },
  ],
  progress: (view, { voice }) => {
    const { round, rounds_max: rounds, last_round: isLast } = asView(view);
    return voice.t(isLast ? 'progress.last' : 'progress.round', { round, rounds });
  },
  question: (view) => questionOf(asView(view)),
  eventLine: (event, telling) => eventLine(asEvent(event), telling),
  joinedLines: (events, telling) => joinedLines(events.map(asEvent), telling),
  actionText: (action, view, telling) => actionText(action, asView(view), telling),
  motions: (event) => motions(asEvent(event)),
  lasts: (event) => lasts(asEvent(event)),
  unusual: (action) => unusual(action),
  composes: (action, view) => composes(action, asView(view)),
  isReacting: (view) => asView(view).window?.kind === 'reaction',
  standing: (orders, update, seat) =>
    standingAnswer(readOrders(orders), asView(update.view), update.legal, seat),
};
