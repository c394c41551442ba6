/** The log in words. */
import type { Segment, Voice } from '../i18n/speech.svelte';
import type { GameEvent, GameTable, Sentence, Telling } from './game';
import { happeningLine } from './happenings';
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

/** All lines of the log in order: what happened in the game, and what the table itself did. */
export function logLines(session: Session, voice: Voice, game: GameTable): LogLine[] {
  const told = gameLines(session, voice, game);
  const others = tableLines(session, voice);
  return others.length > 0 ? [...told, ...others].sort((one, two) => one.id - two.id) : told;
}

function tableLines(session: Session, voice: Voice): LogLine[] {
  const telling = tellingOf(session, voice);
  return session.happenings.flatMap(({ id, event }) => {
    const sentence = happeningLine(event, telling);
    if (!sentence) return [];
    return { id, heading: false, segments: voice.parts(sentence.key, sentence.values) };
  });
}

/** Every event that is worth a line, as the game tells it; what belongs together at once. */
function gameLines(session: Session, voice: Voice, game: GameTable): LogLine[] {
  const told = session.log.map((entry) => entry.event);
  const events = game.remembered?.(told, session) ?? told;
  const telling = tellingOf(session, voice);
  const lines: LogLine[] = [];
  const write = (place: number, sentence: Sentence | null): void => {
    const id = session.log[place]?.id;
    if (!sentence || id === undefined) return;
    const heading = /^event\.(turn|round)_began/.test(sentence.key);
    lines.push({ id, heading, segments: voice.parts(sentence.key, sentence.values) });
  };
  for (const { from, run } of runsOf(events)) {
    const growing = from + run.length === events.length && isGrowing(session, run);
    const joined = run.length > 1 || growing ? game.joinedLines?.(run, telling) : null;
    if (joined && growing) continue;
    if (joined) joined.forEach((sentence, place) => write(from + place, sentence));
    else {
      run.forEach((event, place) => {
        if (game.untold?.(event)) return;
        write(from + place, game.eventLine(event, telling, events.slice(0, from + place)));
      });
    }
  }
  return lines;
}

/** Neighbours of one kind that happened at once. */
function runsOf(events: GameEvent[]): { from: number; run: GameEvent[] }[] {
  const runs: { from: number; run: GameEvent[] }[] = [];
  events.forEach((event, from) => {
    const last = runs.at(-1);
    if (last && goesOn(last.run, event)) last.run.push(event);
    else runs.push({ from, run: [event] });
  });
  return runs;
}

function goesOn([first]: GameEvent[], event: GameEvent): boolean {
  return first !== undefined && first.kind === event.kind && first.seq === event.seq;
}

/** Whether more of it is still being acted out: then its line waits for the last of it. */
function isGrowing({ story }: Session, run: GameEvent[]): boolean {
  const coming = story?.now ?? story?.coming[0] ?? null;
  return coming !== null && goesOn(run, coming);
}
