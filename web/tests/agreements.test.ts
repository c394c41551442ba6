import { render } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { table as game } from '../src/games/jolly_and_roger/table';
import { shell } from '../src/i18n/speech.svelte';
import type { Socket } from '../src/table/connection';
import { hostRight, isHostAway } from '../src/table/helm.svelte';
import LateStrip from '../src/table/LateStrip.svelte';
import { Session, type SessionSetup } from '../src/table/session.svelte';
import { clockText, spanText, tempoText } from '../src/table/time.svelte';
import type { ClientMessage, ProposalInfo, TableInfo } from '../src/wire/messages';
import { tableInfo, update, welcome } from './fixtures';

const told = (): Promise<void> => new Promise((done) => setTimeout(done));
const event = (seq: number, kind = 'flag_passed') => ({ kind, seat: 0, seq });

interface Fake {
  send: (text: string) => void;
  close: () => void;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
}

function seated(setup: Partial<SessionSetup> = {}) {
  const sent: ClientMessage[] = [];
  const sockets: Fake[] = [];
  const session = new Session({
    table: 'abc',
    credential: 'secret',
    dial: () => {
      const socket: Fake = {
        send: (text) => sent.push(JSON.parse(text) as ClientMessage),
        close: () => undefined,
      };
      sockets.push(socket);
      return socket as unknown as Socket;
    },
    ...setup,
  });
  session.game = game;
  session.open();
  session.receive(welcome);
  return { session, sent, sockets };
}

const asks = (change: Partial<ProposalInfo> = {}): TableInfo => ({
  ...tableInfo,
  proposal: {
    number: 3,
    seat: 1,
    what: 'undo',
    clock_s: null,
    people: [0, 1],
    yes: [1],
    ...change,
  },
});

describe('a story that is taken back', () => {
  it('is told anew, and the talk stays', async () => {
    const { session } = seated();
    session.receive(update({ seq: 4, events: [event(1), event(4)] }));
    session.receive({ type: 'said', seq: 3, seat: 1, name: 'B', text: 'ho', phrase: null });
    await told();
    session.receive({ type: 'rewound', seq: 6 });
    session.receive(update({ seq: 6, events: [event(1)] }));
    await told();
    expect(session.log.map((entry) => entry.event.seq)).toEqual([1]);
    expect(session.chat).toHaveLength(1);
    expect(session.pending).toBeNull();
  });
});

describe('a proposal', () => {
  it('that was agreed is told as such when the story was taken back', async () => {
    const { session } = seated();
    session.receive(update({ seq: 4, events: [event(1)] }));
    session.receive({ type: 'seats', table: asks() });
    session.receive({ type: 'rewound', seq: 6 });
    session.receive({ type: 'seats', table: tableInfo });
    expect(session.company.outcome).toEqual({ what: 'undo', agreed: true });
  });

  it('that somebody refused comes to nothing', () => {
    const { session } = seated();
    session.receive({ type: 'seats', table: asks() });
    session.receive({ type: 'seats', table: tableInfo });
    expect(session.company.outcome).toEqual({ what: 'undo', agreed: false });
  });

  it('is not taken for agreed because the last one was', () => {
    const { session } = seated();
    session.receive({ type: 'rewound', seq: 6 });
    session.receive({ type: 'seats', table: asks({ number: 4 }) });
    expect(session.company.outcome).toBeNull();
    session.receive({ type: 'seats', table: tableInfo });
    expect(session.company.outcome).toEqual({ what: 'undo', agreed: false });
  });

  it('for another tempo is agreed when the table has it', () => {
    const { session } = seated();
    session.receive({ type: 'seats', table: asks({ what: 'tempo', clock_s: 86_400 }) });
    session.receive({ type: 'seats', table: { ...tableInfo, clock_s: 86_400 } });
    expect(session.company.outcome).toEqual({ what: 'tempo', agreed: true });
  });

  it('that was agreed brings the new clock with an update', async () => {
    const { session } = seated();
    session.receive(update({ seq: 1 }));
    await told();
    session.receive({ type: 'seats', table: { ...tableInfo, clock_s: 90 } });
    const clock = { left_ms: 90_000, total_ms: 90_000, reserve_ms: 0 };
    session.receive(update({ seq: 2, clock }));
    await told();
    expect(session.deadline?.total).toBe(90_000);
    session.receive(update({ seq: 3, clock: null }));
    await told();
    expect(session.deadline).toBeNull();
  });
});

describe('what was missed', () => {
  beforeEach(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  });

  it('is what came since this person looked last', async () => {
    const { session } = seated({ seen: 2 });
    session.receive(update({ seq: 5, events: [event(1), event(2), event(4), event(5)] }));
    await told();
    expect(session.absence.missed).toEqual({ from: 2, to: 4 });
  });

  it('is nothing on a first visit, and nothing while somebody looks', async () => {
    const { session } = seated();
    session.receive(update({ seq: 2, events: [event(1), event(2)] }));
    session.receive(update({ seq: 3, events: [event(3)] }));
    await told();
    expect(session.absence.missed).toBeNull();
  });

  it('is what happened while the line was lost or the page hidden', async () => {
    const { session, sockets } = seated();
    session.receive(update({ seq: 1, events: [event(1)] }));
    await told();
    sockets.at(-1)?.onclose?.();
    session.receive(update({ seq: 2, events: [event(2)] }));
    await told();
    expect(session.absence.missed).toEqual({ from: 1, to: 2 });
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    session.receive(update({ seq: 3, events: [event(3)] }));
    await told();
    expect(session.absence.missed).toEqual({ from: 1, to: 3 });
  });

  it('is kept for the next time only if somebody looked', async () => {
    const saw = vi.fn();
    const { session } = seated({ saw });
    session.receive(update({ seq: 1 }));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await told();
    session.receive(update({ seq: 2 }));
    await told();
    expect(saw.mock.calls).toEqual([['secret', 1]]);
  });
});

describe('somebody who is away', () => {
  it('is not called back by a page that reconnects by itself', () => {
    const { session, sent, sockets } = seated();
    const away = structuredClone(tableInfo);
    away.seats[0]!.stand_in = 'greedy';
    sockets.at(-1)?.onopen?.();
    expect(sent.at(-1)).toMatchObject({ type: 'hello', is_back: true });
    session.receive({ type: 'seats', table: away });
    sockets.at(-1)?.onclose?.();
    session.hurry();
    sockets.at(-1)?.onopen?.();
    expect(sent.at(-1)).toMatchObject({ type: 'hello', is_back: false });
  });
});

describe('somebody who keeps the table waiting', () => {
  const waiting = structuredClone(tableInfo);
  waiting.seats = [0, 1].map((seat) => ({ ...tableInfo.seats[0]!, seat, name: `P${seat}` }));
  waiting.status = 'playing';

  it('is relieved by another seat', () => {
    const { session, sent, sockets } = seated();
    sockets.at(-1)?.onmessage?.({ data: JSON.stringify(welcome) });
    session.table = waiting;
    const page = render(LateStrip, { session, voice: shell });
    expect(page.container.querySelector('button')).toBeNull();
    page.unmount();
    const table = structuredClone(waiting);
    for (const info of table.seats) info.late = true;
    session.table = table;
    const late = render(LateStrip, { session, voice: shell });
    expect(late.queryByTestId('late-0')).toBeNull();
    late.getByTestId('relieve-1').click();
    expect(sent.at(-1)).toMatchObject({ type: 'relieve', seat: 1 });
  });

  it('is of no concern to who only watches', () => {
    const { session } = seated();
    session.table = { ...waiting, seats: waiting.seats.map((info) => ({ ...info, late: true })) };
    session.seat = null;
    expect(render(LateStrip, { session, voice: shell }).queryByTestId('late-1')).toBeNull();
  });
});

describe('hints', () => {
  it('are shown while the question stands', async () => {
    const { session } = seated();
    session.receive(update({ seq: 1, legal: ['tortuga'] }));
    await told();
    session.askHint();
    expect(session.hinting).toBe(true);
    session.receive({ type: 'hints', id: 'another', moves: [] });
    expect(session.hints).toBeNull();
    session.receive(update({ seq: 2, legal: ['tortuga'] }));
    await told();
    expect(session.hints).toBeNull();
  });
});

describe('the host', () => {
  it('is whoever holds the host’s seat, or opened the table and has not sat down', () => {
    const held = [{ seat: 1, credential: 'right', name: 'B' }];
    expect(hostRight({ ...tableInfo, host: 1 }, held, 'opener')).toBe('right');
    expect(hostRight({ ...tableInfo, host: 0 }, held, 'opener')).toBeNull();
    expect(hostRight({ ...tableInfo, host: null }, [], 'opener')).toBe('opener');
  });

  it('is away when the server says so, with a seat or without', () => {
    for (const host of [0, null]) {
      expect(isHostAway({ ...tableInfo, host })).toBe(false);
      expect(isHostAway({ ...tableInfo, host, host_online: false })).toBe(true);
    }
  });
});

describe('times', () => {
  it('are told in the words that fit', () => {
    expect(spanText(30, shell)).toBe('30\u00a0seconds');
    expect(spanText(60, shell)).toBe('1\u00a0minute');
    expect(spanText(3600, shell)).toBe('1\u00a0hour');
    expect(spanText(172_800, shell)).toBe('2\u00a0days');
    expect(clockText(65_000, shell)).toBe('1:05');
    expect(clockText(7_300_000, shell)).toBe('2\u00a0hours');
    expect(clockText(604_800_000, shell)).toBe('7\u00a0days');
    expect(clockText(259_100_000, shell)).toBe('3\u00a0days');
    expect(clockText(172_700_000, shell)).toBe('47\u00a0hours');
  });

  it('name the tempo of a table', () => {
    expect(tempoText(120, shell)).toBe('Live · 2\u00a0minutes');
    expect(tempoText(null, shell)).toBe('Live · No clock');
    expect(tempoText(86_400, shell)).toBe('Over several days · 1\u00a0day');
  });
});
