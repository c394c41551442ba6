/** Says the log of games in every language; `python -m tools.log_lines` plays them and runs this. */
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { gameClient } from '../src/games/registry';
import {
  LANGUAGES,
  plain,
  speech,
  Voice,
  type Segment,
  type Values,
} from '../src/i18n/speech.svelte';
import type { GameEvent, GameTable } from '../src/table/game';
import { logLines } from '../src/table/loglines';
import type { Session } from '../src/table/session.svelte';

interface Played {
  game: string;
  options: Record<string, unknown>;
  seat: number | null;
  names: string[];
  events: GameEvent[];
}

/** Remembers which text each sentence was made of. */
class Noting extends Voice {
  readonly keys = new Map<string, string>();

  override parts(key: string, values: Values = {}): Segment[] {
    const segments = super.parts(key, values);
    if (key.startsWith('event.')) this.keys.set(plain(segments), key);
    return segments;
  }
}

function sessionOf({ options, seat, names, events }: Played): Session {
  const seats = names.map((name, place) => ({ seat: place, kind: 'person', name }));
  const log = events.map((event, id) => ({ id, event }));
  const update = { result: null };
  return { log, happenings: [], seat, table: { seats, options }, update } as unknown as Session;
}

async function linesOf(played: Played): Promise<Record<string, string>[]> {
  const client = gameClient(played.game);
  if (!client) throw new Error(`no client draws ${played.game}`);
  const table: GameTable = await client.load();
  const found = new Map<number, Record<string, string>>();
  for (const language of LANGUAGES) {
    speech.speak(language);
    const voice = new Noting(client.texts);
    for (const { id, segments } of logLines(sessionOf(played), voice, table)) {
      const text = plain(segments);
      const key = voice.keys.get(text) ?? '';
      found.set(id, { ...found.get(id), game: played.game, key, [language]: text });
    }
  }
  return [...found.values()];
}

// A busy machine is no failure.
const PATIENCE_MS = 600_000;

it('says every line', { timeout: PATIENCE_MS }, async () => {
  const games = JSON.parse(readFileSync(process.env.LOG_LINES_OF ?? '', 'utf-8')) as Played[];
  const lines = await Promise.all(games.map(linesOf));
  writeFileSync(process.env.LOG_LINES_TO ?? '', JSON.stringify(lines.flat()));
});
