import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type ConnectionState, type Socket } from '../src/table/connection';
import type { ClientMessage, ServerMessage } from '../src/wire/messages';
import { update, welcome } from './fixtures';

class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  hear(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function wired() {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const received: ServerMessage[] = [];
  let since = -1;
  const connection = new Connection({
    dial: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as Socket;
    },
    hello: () => ({ credential: 'secret', since }),
    receive: (message) => {
      received.push(message);
      if (message.type === 'said') since = message.seq;
    },
    changed: (state) => states.push(state),
  });
  connection.open();
  const latest = (): FakeSocket => sockets.at(-1)!;
  return { connection, sockets, states, received, latest };
}

const said = (seq: number): ServerMessage => ({
  type: 'said',
  seq,
  seat: 1,
  name: 'B',
  text: 'ho',
  phrase: null,
});

describe('the connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('says hello first, and nothing else before it is welcome', () => {
    const { connection, latest } = wired();
    connection.post({ type: 'act', id: '1', action: 'pick A' });
    latest().onopen?.();
    expect(latest().sent).toEqual([{ type: 'hello', credential: 'secret', since: -1 }]);
    latest().hear(welcome);
    expect(latest().sent[1]).toEqual({ type: 'act', id: '1', action: 'pick A' });
  });

  it('comes back by itself and asks for what came since', () => {
    const { latest, sockets, states } = wired();
    latest().onopen?.();
    latest().hear(welcome);
    latest().hear(said(7));
    latest().onclose?.();
    expect(states).toEqual(['online', 'reconnecting']);
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    latest().onopen?.();
    expect(latest().sent[0]).toEqual({ type: 'hello', credential: 'secret', since: 7 });
  });

  it('sends again what was not acknowledged, in order and under the same id', () => {
    const { connection, latest } = wired();
    latest().onopen?.();
    latest().hear(welcome);
    connection.post({ type: 'act', id: '1', action: 'pick A' });
    connection.post({ type: 'say', id: '2', text: 'ahoy' });
    connection.post({ type: 'act', id: '3', action: 'tortuga' });
    latest().hear({ type: 'ack', id: '2', seq: 4 });
    latest().onclose?.();
    connection.hurry();
    latest().onopen?.();
    latest().hear(welcome);
    expect(latest().sent.slice(1)).toEqual([
      { type: 'act', id: '1', action: 'pick A' },
      { type: 'act', id: '3', action: 'tortuga' },
    ]);
  });

  it('takes an update for the acknowledgement that it carries', () => {
    const { connection, latest } = wired();
    latest().onopen?.();
    latest().hear(welcome);
    connection.post({ type: 'act', id: '1', action: 'pick A', question: 3 });
    connection.post({ type: 'say', id: '2', text: 'ahoy' });
    latest().hear(update({ ack: '1' }));
    latest().hear(update({ seq: 11, ack: null }));
    latest().onclose?.();
    connection.hurry();
    latest().onopen?.();
    latest().hear(welcome);
    expect(latest().sent.slice(1)).toEqual([{ type: 'say', id: '2', text: 'ahoy' }]);
  });

  it('does not repeat what was refused', () => {
    const { connection, latest } = wired();
    latest().onopen?.();
    latest().hear(welcome);
    connection.post({ type: 'act', id: '1', action: 'pick A' });
    latest().hear({
      type: 'refused',
      id: '1',
      code: 'not_now',
      reason: 'No.',
      rule: null,
      details: null,
    });
    latest().onclose?.();
    connection.hurry();
    latest().onopen?.();
    latest().hear(welcome);
    expect(latest().sent).toHaveLength(1);
  });

  it('waits longer after each failure, and starts over when it was welcome', () => {
    const { sockets, latest } = wired();
    latest().onclose?.();
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
    latest().onclose?.();
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(3);
    latest().onopen?.();
    latest().hear(welcome);
    latest().onclose?.();
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(4);
  });

  it('stays closed when it was closed', () => {
    const { connection, sockets, latest } = wired();
    const first = latest();
    connection.close();
    expect(first.closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});
