/** What the table itself does while a game is on: told in the log, and in nothing of the game. */
import type { GameEvent, Sentence, Telling } from './game';
import { botName } from './names';

/** Why a bot plays for somebody. */
const REASONS = ['left', 'time', 'asked', 'idle'];

/** Whether the table did it, not the game. */
export function isOfTable(event: GameEvent): boolean {
  return typeof event.kind === 'string' && event.kind.startsWith('table_');
}

/** The log line of something that the table did; null for what this page does not know. */
export function happeningLine(event: GameEvent, telling: Telling): Sentence | null {
  const name = telling.who(Number(event.seat));
  switch (event.kind) {
    case 'table_clock':
    case 'table_returned':
      return { key: `log.${event.kind}`, values: { name } };
    case 'table_stand_in': {
      const why = REASONS.find((reason) => reason === event.why) ?? 'left';
      const bot = botName(String(event.bot), telling.voice);
      return { key: `log.table_stand_in.${why}`, values: { name, bot } };
    }
    case 'table_paused':
    case 'table_resumed':
      return { key: `log.${event.kind}`, values: {} };
    default:
      return null;
  }
}
