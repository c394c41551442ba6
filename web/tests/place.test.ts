import { beforeEach, describe, expect, it } from 'vitest';
import { table as game } from '../src/games/jolly_and_roger/table';
import { keepTable, holdSeat, myTable } from '../src/mytables';
import type { Socket } from '../src/table/connection';
import { Place } from '../src/table/place.svelte';
import type { ClientMessage, ServerMessage, TableInfo } from '../src/wire/messages';
import { tableInfo, update } from './fixtures';

class Line {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  hello: ClientMessage | null = null;
  closed = false;
  send(text: string): void {
    this.hello ??= JSON.parse(text) as ClientMessage;
  }
  close(): void {
    this.closed = true;
  }
  hear(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const people = { ...tableInfo.seats[0]!, kind: 'person' as const };
const table: TableInfo = {
  ...tableInfo,
  table: 'abc',
  seats: [
    { ...people, seat: 0, name: 'Anna' },
    { ...people, seat: 1, name: 'Ben', bot: null },
  ],
};

function placed(status: TableInfo['status'], seats: number[], moved: string | null = null) {
  const lines: Line[] = [];
  keepTable('abc', table.game);
  for (const seat of seats) holdSeat('abc', { seat, credential: `right${seat}`, name: '' });
  const place = new Place('abc', () => {
    const line = new Line();
    lines.push(line);
    return line as unknown as Socket;
  });
  place.enter({ ...table, status }, game, moved);
  place.settle();
  const rights = () =>
    lines
      .filter((line) => !line.closed)
      .map((line) => {
        line.onopen?.();
        return line.hello?.type === 'hello' ? line.hello.credential : undefined;
      });
  return { place, lines, rights };
}

describe('the place at a table', () => {
  beforeEach(() => localStorage.clear());

  it('of one person is always in sight', () => {
    const { place, rights } = placed('playing', [1]);
    expect(place.concealed).toBe(false);
    expect(rights()).toEqual(['right1']);
  });

  it('shows the right of the host on every line, whoever looks', () => {
    keepTable('abc', table.game, 'helm');
    const { place, lines, rights } = placed('playing', [0, 1]);
    place.look('right0');
    place.settle();
    rights();
    expect(lines.map((line) => line.hello)).toMatchObject([
      { credential: 'right0', host: 'helm' },
      { credential: 'right1', host: 'helm' },
      { credential: 'right0', host: 'helm' },
    ]);
  });

  it('of a guest is a spectator’s', () => {
    const { place, rights } = placed('playing', []);
    expect(place.session?.seat).toBeNull();
    expect(rights()).toEqual([null]);
  });

  it('keeps the standing orders of each person who shares it', () => {
    const { place } = placed('playing', [0, 1]);
    place.look('right0');
    place.settle();
    place.session?.order({ passing: true });
    expect(myTable('abc')?.seats.map((one) => one.orders)).toEqual([{ passing: true }, undefined]);
    place.look('right1');
    place.settle();
    expect(place.session?.orders).toBeNull();
    place.look('right0');
    place.settle();
    expect(place.session?.orders).toEqual({ passing: true });
  });

  it('shared by two is hidden until somebody says who looks', () => {
    const { place, lines, rights } = placed('playing', [0, 1]);
    expect(place.concealed).toBe(true);
    expect(place.session).toBeNull();
    expect(rights()).toEqual(['right0', 'right1']);
    lines[1]!.hear(update({ legal: ['pick A'] }));
    expect(place.hot.next?.credential).toBe('right1');
    place.look('right1');
    place.settle();
    expect(place.session?.credential).toBe('right1');
    expect(place.hot.next).toBeNull();
  });

  it('keeps nothing of the one before when the device is handed on', () => {
    const { place, lines } = placed('playing', [0, 1]);
    place.look('right0');
    place.settle();
    const session = place.session;
    const line = lines.at(-1)!;
    lines[0]!.hear(update({ legal: [] }));
    lines[1]!.hear(update({ legal: ['pick A'] }));
    place.conceal();
    place.settle();
    expect(place.session).toBeNull();
    expect(line.closed).toBe(true);
    expect(session?.connection).toBe('closed');
    expect(JSON.stringify(place.hot.keepers)).not.toContain('green');
  });

  it('needs no curtain before the start or after the end', () => {
    expect(placed('waiting', [0, 1]).place.concealed).toBe(false);
    expect(placed('over', [0, 1]).place.concealed).toBe(false);
  });

  it('follows its seat when the host moves people, and loses it with the seat', () => {
    const { place, lines } = placed('waiting', [0]);
    lines[0]!.onopen?.();
    lines[0]!.hear({
      type: 'welcome',
      seat: 1,
      table: { ...table, status: 'waiting' },
      mail: null,
      protocol: 1,
    });
    expect(myTable('abc')?.seats).toEqual([{ seat: 1, credential: 'right0', name: 'Ben' }]);
    lines[0]!.hear({
      type: 'welcome',
      seat: null,
      table: { ...table, status: 'waiting' },
      mail: null,
      protocol: 1,
    });
    expect(myTable('abc')?.seats).toEqual([]);
    expect(place.session?.trouble).not.toBeNull();
  });

  it('takes a seat that came with the address', () => {
    const { place, rights } = placed('playing', [], 'moved');
    expect(rights()).toEqual(['moved']);
    expect(place.held.map((one) => one.credential)).toEqual(['moved']);
  });
});
