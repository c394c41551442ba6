/**
 * The console says what this client says. `python -m tools.console_words` plays games and writes the
 * console's lines; the same events, views and actions must give the same lines here.
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { LANGUAGES, plain, speech, Voice, type Language } from '../src/i18n/speech.svelte';
import type { GameClient, GameEvent, GameTable, GameView } from '../src/table/game';
import { logLines, tellingOf } from '../src/table/loglines';
import type { Session } from '../src/table/session.svelte';
import type { TableInfo } from '../src/wire/messages';
import { secrets } from '../src/games/tortuga_1667/secrets.svelte';

type Said = Record<'log' | 'actions' | 'progress' | 'questions', string[]>;

interface Played {
  table: TableInfo;
  seat: number;
  events: GameEvent[];
  moments: { view: GameView; actions: string[] }[];
  said: Record<Language, Said>;
}

// Vitest runs in the client's folder.
const WRITTEN = '../build/console_words.json';
const games = JSON.parse(readFileSync(WRITTEN, 'utf8')) as Played[];
const clients = Object.values(
  import.meta.glob<{ client: GameClient }>('../src/games/*/index.ts', { eager: true }),
).map(({ client }) => client);
/** Fetched before anything is timed: a table brings all its drawings along. */
const tables = new Map<string, GameTable>();
for (const { name, load } of clients) tables.set(name, await load());

/** Lines may end anywhere in a terminal. */
const loose = (text: string): string => text.replaceAll('\u00a0', ' ');

afterEach(() => speech.speak('en'));

describe('the console', () => {
  it('was asked about every game that is drawn here', () => {
    const told = new Set(games.map(({ table }) => table.game));
    expect(told).toEqual(new Set(clients.map(({ name }) => name)));
  });

  it.each(
    games.flatMap((game, number) =>
      LANGUAGES.map((language) => [game.table.game, number, language] as const),
    ),
  )('says of %s (%i) what this client says (%s)', (name, number, language) => {
    const { table: info, seat, events, moments, said } = games[number]!;
    const client = clients.find((one) => one.name === name)!;
    const table = tables.get(name)!;
    const voice = new Voice(client.texts);
    speech.speak(language);
    secrets.deckOpen = true;
    secrets.covered = false;
    const log = events.map((event, id) => ({ id, event }));
    const session = {
      log,
      happenings: [],
      seat,
      table: info,
      story: null,
      update: null,
    } as unknown as Session;
    const telling = tellingOf(session, voice);
    const lines = logLines(session, voice, table).map(({ segments }) => loose(plain(segments)));
    expect(lines).toEqual(said[language].log);
    const actions = moments.flatMap(({ view, actions: all }) =>
      all.map((action) => loose(table.actionText(action, view, telling))),
    );
    expect(actions).toEqual(said[language].actions);
    expect(moments.map(({ view }) => loose(table.progress(view, telling)))).toEqual(
      said[language].progress,
    );
    const questions = moments.map(({ view }) => String(table.question(view) ?? 'None'));
    expect(questions).toEqual(said[language].questions);
  });
});
