import { render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { table as game } from '../src/games/jolly_and_roger/table';
import { client } from '../src/games/jolly_and_roger';
import { LANGUAGES, plain, speech, Voice } from '../src/i18n/speech.svelte';
import type { Socket } from '../src/table/connection';
import { logLines } from '../src/table/loglines';
import MissedStrip from '../src/table/MissedStrip.svelte';
import PausedStrip from '../src/table/PausedStrip.svelte';
import { Session } from '../src/table/session.svelte';
import { Stage } from '../src/table/stage';
import { tableInfo, update, welcome } from './fixtures';

const told = (): Promise<void> => new Promise((done) => setTimeout(done));
const voice = new Voice(client.texts);
const PASSED = { kind: 'flag_passed', seat: 0 };
const STOOD_IN = { kind: 'table_stand_in', seat: 0, bot: 'greedy', why: 'left' };
const HAPPENINGS = [
  { kind: 'table_clock', seat: 0 },
  ...['left', 'time', 'asked', 'idle'].map((why) => ({ ...STOOD_IN, why })),
  { kind: 'table_returned', seat: 0 },
  { kind: 'table_paused' },
  { kind: 'table_resumed' },
];

function seated(seen?: number): Session {
  const session = new Session({
    table: 'abc',
    credential: 'secret',
    dial: () => ({ send: () => undefined, close: () => undefined }) as unknown as Socket,
    seen,
  });
  session.game = game;
  session.receive(welcome);
  return session;
}

const lines = (session: Session): string[] =>
  logLines(session, voice, game).map(({ segments }) => plain(segments));

/** Events, one after the other. */
const from = (first: number, ...events: Record<string, unknown>[]) =>
  events.map((event, index) => ({ ...event, seq: first + index }));

afterEach(() => {
  speech.speak('en');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('what the table itself does', () => {
  it('is told in the log where it happened, and the game does not see it', async () => {
    const session = seated();
    const events = from(1, PASSED, { kind: 'table_clock', seat: 0 }, PASSED);
    session.receive(update({ seq: 3, events }));
    await told();
    expect(lines(session)[1]).toBe('Time is up for Anna. The clock decides.');
    expect(lines(session)).toHaveLength(3);
    expect(session.log.map((entry) => entry.event.kind)).toEqual(['flag_passed', 'flag_passed']);
  });

  it.each(LANGUAGES)('has a line of its own in %s', async (language) => {
    speech.speak(language);
    const session = seated();
    session.receive(update({ seq: 8, events: from(1, ...HAPPENINGS) }));
    await told();
    const found = lines(session);
    expect(new Set(found).size).toBe(HAPPENINGS.length);
    for (const line of found) expect(line).not.toMatch(/[{}]|log\.|undefined|NaN/);
    for (const line of found.slice(1, 5)) expect(line).toContain(voice.t('bot.greedy'));
  });

  it('is passed over if this page does not know it', async () => {
    const session = seated();
    session.receive(update({ seq: 1, events: from(1, { kind: 'table_flooded' }) }));
    await told();
    expect(lines(session)).toEqual([]);
  });

  it('is not acted out, and keeps its place among what is', async () => {
    vi.useFakeTimers();
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
    const motions = vi.fn(() => []);
    const session = seated();
    session.game = { ...game, motions, lasts: () => 100 };
    session.receive(update({ seq: 0 }));
    session.stage = new Stage(document.createElement('div'), document.createElement('div'));
    await vi.advanceTimersByTimeAsync(1);
    const events = from(1, STOOD_IN, PASSED, { kind: 'table_returned', seat: 0 });
    session.receive(update({ seq: 3, events }));
    await vi.advanceTimersByTimeAsync(1);
    expect(session.story).toMatchObject({ told: [], now: { kind: 'flag_passed' }, coming: [] });
    expect(lines(session)).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(motions).toHaveBeenCalledTimes(1);
    const [first, second, third] = lines(session);
    expect([first, third]).toEqual([
      'Anna has left. A bot (Bosun) plays on.',
      'Anna is back and plays again.',
    ]);
    expect(second).toBeDefined();
  });

  it('is told to somebody who comes back', async () => {
    const session = seated(1);
    session.receive(
      update({ seq: 3, events: from(1, PASSED, STOOD_IN, { kind: 'table_paused' }) }),
    );
    await told();
    const page = render(MissedStrip, { session, voice, game });
    expect(page.getAllByRole('listitem', { hidden: true }).map((one) => one.textContent)).toEqual([
      expect.stringContaining('has left. A bot (Bosun) plays on.'),
      'All players are away. The game is paused.',
    ]);
  });

  it('is forgotten with the log when the table goes back', async () => {
    const session = seated();
    session.receive(update({ seq: 2, events: from(1, PASSED, STOOD_IN) }));
    await told();
    session.receive({ type: 'rewound', seq: 3 });
    session.receive(update({ seq: 3, events: from(1, PASSED) }));
    await told();
    expect(lines(session)).toHaveLength(1);
  });
});

describe('a pause', () => {
  it('is shown to everybody while it lasts', () => {
    const session = seated();
    session.table = { ...tableInfo, paused: true };
    const page = render(PausedStrip, { session });
    expect(page.getByTestId('paused').textContent).toContain('paused');
    page.unmount();
    session.table = { ...tableInfo, paused: false };
    expect(render(PausedStrip, { session }).queryByTestId('paused')).toBeNull();
  });
});
