/** The renderer of Tortuga 1667. */
import type { GameTable, Telling } from '../../table/game';
import { aboutCard } from './about';
import { NATION_FILLS, NATIONS } from './art/palette';
import Board from './Board.svelte';
import { later } from './desk.svelte';
import Ensign from './Ensign.svelte';
import { lasts, motions } from './motions';
import { asEvent, asView, questionOf, type View } from './view';
import { actionText, eventLine, joinedLines } from './words';

/** What cannot be taken back and is easily done in haste is asked about once. */
function unusual(action: string, view: View): string | null {
  if (action === 'hold_atlantis' || action === 'decline') return `ask.${action}`;
  const rest = view.row.filter((slot) => slot.filled).length;
  return action.startsWith('reveal') && rest === 1 && view.last_events ? 'ask.reveal_last' : null;
}

function progress(view: View, { voice }: Telling): string {
  if (view.race) {
    const key = view.race.turns_max > 0 ? 'progress.race' : 'progress.race.open';
    return voice.t(key, { turn: view.race.turns, max: view.race.turns_max });
  }
  if (view.turn === 0) return voice.t('progress.start');
  const { turn, action } = view;
  if (action === null) return voice.t('progress.turn', { turn });
  return voice.t('progress.action', { turn, action });
}

/** A nation wins, not a name; the names stand beside it. */
function verdict({ end }: View, { voice, who }: Telling): string | null {
  if (!end) return null;
  if (end.ending === 'race_drawn') return voice.t('score.draw');
  const [first] = end.winners;
  if (first === undefined) return null;
  return voice.t(`score.verdict.${end.loyalties[first]}`, { name: who(first) });
}

export const table: GameTable = {
  Board,
  ending: () => import('./ending'),
  later,
  showsSeats: true,
  sides: NATIONS.map((nation) => ({
    name: nation,
    text: `nation.${nation}`,
    colour: NATION_FILLS[nation],
    Sign: Ensign,
  })),
  panels: [
    {
      id: 'record',
      icon: 'spyglass',
      title: 'panel.record',
      load: async () => (await later()).RecordPanel,
    },
    {
      id: 'notes',
      icon: 'key',
      title: 'panel.notes',
      load: async () => (await later()).NotesPanel,
    },
  ],
  progress: (view, telling) => progress(asView(view), telling),
  question: (view) => questionOf(asView(view)),
  eventLine: (event, telling) => eventLine(asEvent(event), telling),
  joinedLines: (events, telling) => joinedLines(events.map(asEvent), telling),
  actionText: (action, view, telling) => actionText(action, asView(view), telling),
  motions: (event) => motions(asEvent(event)),
  lasts: (event) => lasts(asEvent(event)),
  cards: aboutCard,
  unusual: (action, view) => unusual(action, asView(view)),
  verdict: (view, telling) => verdict(asView(view), telling),
};
