import { describe, expect, it } from 'vitest';
import { Session } from '../src/table/session.svelte';
import type { Socket } from '../src/table/connection';
import { table as game } from '../src/games/jolly_and_roger/table';
import { tableInfo, update, view, welcome } from './fixtures';

/** Updates are told one after the other; this waits until all are. */
const told = (): Promise<void> => new Promise((done) => setTimeout(done));

async function seated(): Promise<Session> {
  const made = new Session({
    table: 'abc',
    credential: 'secret',
    dial: () => ({ send: () => undefined, close: () => undefined }) as unknown as Socket,
  });
  made.game = game;
  made.receive(welcome);
  made.receive(update({ events: [{ kind: 'flag_passed', seat: 0, seq: 9 }] }));
  await told();
  return made;
}

describe('the session', () => {
  it('knows its seat and shows the table', async () => {
    const session = await seated();
    expect(session.seat).toBe(0);
    expect(session.table).toEqual(tableInfo);
    expect(session.myTurn).toBe(true);
    expect(session.log).toHaveLength(1);
  });

  it('offers nothing while an action is on its way, until it is stored and shown', async () => {
    const session = await seated();
    session.act('crew green_3');
    expect(session.pending).toBe('crew green_3');
    expect(session.legal).toEqual([]);
    session.receive(update({ seq: 11 }));
    await told();
    expect(session.pending).toBe('crew green_3');
  });

  it('sends only what is legal', async () => {
    const session = await seated();
    session.act('crew yellow_5');
    expect(session.pending).toBeNull();
  });

  it('asks once before an unusual act', async () => {
    const session = await seated();
    session.receive(update({ seq: 11, legal: ['kraken none'] }));
    await told();
    session.act('kraken none');
    expect(session.asking).toBe('kraken none');
    expect(session.pending).toBeNull();
    session.act('kraken none');
    expect(session.pending).toBe('kraken none');
  });

  it('tells an event once, even if it is sent again after a reconnect', async () => {
    const session = await seated();
    session.receive(update({ seq: 10, events: [{ kind: 'flag_passed', seat: 0, seq: 9 }] }));
    session.receive(update({ seq: 12, events: [{ kind: 'kraken_idle', seat: 1, seq: 12 }] }));
    await told();
    expect(session.log.map((entry) => entry.event.kind)).toEqual(['flag_passed', 'kraken_idle']);
  });

  it('hears each sentence once', async () => {
    const session = await seated();
    const said = {
      type: 'said',
      seq: 11,
      seat: 1,
      name: 'B',
      text: '<b>ho</b>',
      phrase: null,
    } as const;
    session.receive(said);
    session.receive(said);
    expect(session.chat).toHaveLength(1);
  });

  it('shows why it was refused, and forgets it when the table goes on', async () => {
    const session = await seated();
    session.receive({
      type: 'refused',
      id: null,
      code: 'not_now',
      reason: 'No.',
      rule: 'JNR-F4',
      details: null,
    });
    expect(session.trouble?.rule).toBe('JNR-F4');
    session.receive(update({ seq: 11 }, view({ phase: 'split' })));
    await told();
    expect(session.trouble).toBeNull();
  });

  it('resumes after its last update, whatever was said since', async () => {
    const sent: string[] = [];
    interface Fake {
      send: (text: string) => void;
      close: () => void;
      onopen?: () => void;
    }
    const sockets: Fake[] = [];
    const session = new Session({
      table: 'abc',
      credential: 'secret',
      dial: () => {
        const socket: Fake = { send: (text) => sent.push(text), close: () => undefined };
        sockets.push(socket);
        return socket as unknown as Socket;
      },
    });
    session.game = game;
    session.open();
    session.receive(update({ seq: 10 }));
    await told();
    session.receive({ type: 'said', seq: 14, seat: 1, name: 'Roger', text: 'Ahoy', phrase: null });
    session.hurry();
    sockets.at(-1)?.onopen?.();
    expect(JSON.parse(sent.at(-1)!)).toMatchObject({ type: 'hello', since: 10 });
  });

  it('counts a window down, and asks for time', async () => {
    const session = await seated();
    const countdown = { window: 3, left_ms: 4000, total_ms: 4000, held: [] };
    session.receive(update({ seq: 11, countdown, holds_left: 2 }));
    await told();
    expect(session.countdown).toMatchObject({ window: 3, left: 4000, total: 4000, held: [] });
    expect(session.isHolding).toBe(false);
    session.receive(update({ seq: 11, countdown: { ...countdown, held: [0] }, holds_left: 1 }));
    await told();
    expect(session.isHolding).toBe(true);
  });

  it('does what is possible beside the question', async () => {
    const session = await seated();
    session.receive(update({ seq: 11, legal: [], asides: ['withdraw'] }));
    await told();
    expect([session.may('withdraw'), session.may('offer rum 1 none')]).toEqual([true, false]);
    session.act('withdraw');
    expect(session.pending).toBe('withdraw');
    expect(session.asides).toEqual([]);
  });
});
