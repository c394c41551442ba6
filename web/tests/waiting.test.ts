/** The table waits for the person: clicks, questions without a choice, and the board at rest. */
import { describe, expect, it, vi } from 'vitest';
import { led, isLed, wantedOf } from '../src/guided/led';
import { idleAnswer } from '../src/games/jolly_roger/orders';
import { isAlone, usualOptions, usualTerms } from '../src/lobby/wishes';
import { Session } from '../src/table/session.svelte';
import type { GameInfo, Guide } from '../src/wire/messages';
import { update } from './fixtures';

function sessionAt(): Session {
  const socket = { send: vi.fn(), close: vi.fn() };
  const session = new Session({ table: 'abc', credential: null, dial: () => socket as never });
  session.seat = 0;
  return session;
}

describe('a question under the pointer', () => {
  it('takes no click for a moment when others have changed it', () => {
    const session = sessionAt();
    session.receive(update({ seq: 5, question: 7 }));
    expect(session.isFresh).toBe(false);
    session.receive(update({ seq: 6, question: 9 }));
    return vi.waitFor(() => expect(session.isFresh).toBe(true));
  });

  it('is no surprise after an answer of one’s own', async () => {
    const session = sessionAt();
    session.receive(update({ seq: 5, question: 7 }));
    session.answers.pending = 'split 12';
    session.receive(update({ seq: 6, question: 9 }));
    await vi.waitFor(() => expect(session.update?.seq).toBe(6));
    expect(session.isFresh).toBe(false);
  });
});

describe('a seat without a choice', () => {
  const countdown = { window: 1, left_ms: 3000, total_ms: 3000, held: [] };

  it('is not asked while the window counts down', () => {
    const session = sessionAt();
    session.update = update({ legal: ['pass'], question: 3, countdown });
    expect(session.onlyAnswer).toBe('pass');
    session.update = update({ legal: ['pass', 'muster x'], question: 3, countdown });
    expect(session.onlyAnswer).toBeNull();
    session.update = update({ legal: ['pass'], question: 3, countdown: null });
    expect(session.onlyAnswer).toBeNull();
  });

  it('passes in Jolly Roger where it can play nothing', () => {
    expect(idleAnswer(['pass', 'done'])).toBe('pass');
    expect(idleAnswer(['decline'])).toBe('decline');
    expect(idleAnswer(['pass', 'done', 'traitor'])).toBeNull();
  });
});

describe('alone against bots', () => {
  const info: GameInfo = {
    name: 'some-game',
    version: 1,
    seats: [2, 4],
    options: {
      ask_all: {
        kind: 'switch',
        default: true,
        alone: false,
        values: [],
        low: 0,
        high: 0,
        origin: 'ours',
      },
    },
    verbs: {},
    bots: ['greedy'],
    guided: false,
    puzzles: 0,
    editions: [],
  };

  it('has no clock, hints at hand, and nobody to hide from', () => {
    expect(isAlone(['me', 'bot:greedy'])).toBe(true);
    expect(isAlone(['me', 'open'])).toBe(false);
    expect(usualTerms(info, true)).toMatchObject({ clock: 0, hints: true });
    expect(usualTerms(info, false)).toMatchObject({ clock: 120, hints: false });
    expect(usualOptions(info, true)).toEqual({ ask_all: false });
    expect(usualOptions(info, false)).toEqual({ ask_all: true });
  });
});

describe('a guided table', () => {
  const guide: Guide = { step: 'one', number: 0, count: 3, action: 'split 12' };

  it('offers only what the guide asks for', () => {
    const told = update({ legal: ['split 12', 'split 13'], question: 1, guide });
    expect(wantedOf(told)).toBe('split 12');
    expect(led(told)).toMatchObject({ legal: ['split 12'], asides: [], denied: [] });
  });

  it('offers nothing while others come first, and everything at the end', () => {
    const waits = update({ legal: ['split 12'], question: 1, guide: { ...guide, action: null } });
    expect(led(waits).legal).toEqual([]);
    const last = update({ legal: ['split 12'], guide: { ...guide, number: 2, action: null } });
    expect(isLed(last)).toBe(false);
    expect(led(last).legal).toEqual(['split 12']);
  });
});
