/** The log in words. */
import type { Segment, Voice } from '../i18n/speech.svelte';
import type { GameTable, Telling } from './game';
import { seatToken } from './names';
import type { Session } from './session.svelte';

export interface LogLine {
  id: number;
  heading: boolean;
  segments: Segment[];
}

export function tellingOf(session: Session, voice: Voice): Telling {
  return {
    voice,
    seat: session.seat,
    seats: session.table?.seats.length ?? 0,
    who: (seat: number) => seatToken(session.table, seat, voice),
  };
}

/** Every event that is worth a line, as the game tells it. */
export function logLines(session: Session, voice: Voice, game: GameTable): LogLine[] {
  const told = session.log.map((entry) => entry.event);
  const events = game.remembered?.(told, session) ?? told;
  const telling = tellingOf(session, voice);
  return session.log.flatMap((entry, index) => {
    const event = events[index];
    const sentence = event ? game.eventLine(event, telling, events.slice(0, index)) : null;
    if (!sentence) return [];
    const heading = /^event\.(turn|round)_began/.test(sentence.key);
    return [{ id: entry.id, heading, segments: voice.parts(sentence.key, sentence.values) }];
  });
}
