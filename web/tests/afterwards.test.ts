import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { letForget, mySeats, takeAlong } from '../src/afterwards/mydata';
import { goAlong } from '../src/afterwards/rematch';
import { chartOf, momentsOf, ownReplay, tableInfo as infoOf } from '../src/api';
import { holdSeat, keepTable, myTable } from '../src/mytables';
import { playerPath, replayPath, route } from '../src/route.svelte';
import { tableInfo } from './fixtures';

type Asked = { path: string; right: string | null; body: unknown };

/** A server that answers every request in the same way, and notes them. */
function answering(answer: (asked: Asked) => unknown): Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const right = new Headers(init.headers).get('authorization');
    const asked = { path, right, body: JSON.parse(String(init.body ?? null)) as unknown };
    all.push(asked);
    return Promise.resolve(new Response(JSON.stringify(answer(asked))));
  });
  return all;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('another game', () => {
  it('takes every seat of this browser along, and the right of the host', async () => {
    keepTable('old', 'jolly-and-roger', 'host-right');
    holdSeat('old', { seat: 0, credential: 'a', name: 'Anna' });
    holdSeat('old', { seat: 1, credential: 'b', name: 'Ben' });
    const asked = answering(({ right }) => ({
      table: 'new',
      seat: right === 'Bearer a' ? 1 : 0,
      info: tableInfo,
    }));
    expect(await goAlong('old')).toBe('new');
    expect(asked.map((one) => [one.path, one.right])).toEqual([
      ['/api/tables/old/rematch', 'Bearer a'],
      ['/api/tables/old/rematch', 'Bearer b'],
    ]);
    expect(myTable('new')).toMatchObject({
      host: 'host-right',
      seats: [
        { seat: 0, credential: 'b', name: 'Ben' },
        { seat: 1, credential: 'a', name: 'Anna' },
      ],
    });
  });

  it('is not for who only watched', async () => {
    keepTable('old', 'jolly-and-roger');
    const asked = answering(() => null);
    expect(await goAlong('old')).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('a finished game', () => {
  it('is asked for with the right of who sat there, as spectators may have to wait', async () => {
    keepTable('mine', 'jolly-and-roger');
    holdSeat('mine', { seat: 1, credential: 'b', name: 'Ben' });
    keepTable('watched', 'jolly-and-roger');
    const asked = answering(() => ({ scores: [] }));
    for (const table of ['mine', 'watched']) {
      await chartOf(table);
      await momentsOf(table, 'all', 0, 25);
      await infoOf(table);
      await ownReplay(table);
    }
    const rights = ['Bearer b', 'Bearer b', 'Bearer b', 'Bearer b', null, null, null];
    expect(asked.map((one) => one.right)).toEqual(rights);
    expect(asked[3]?.path).toBe('/api/tables/mine/replay');
  });
});

describe('my data', () => {
  it('is asked for in parts that are not too long', async () => {
    for (let table = 0; table < 30; table++) {
      keepTable(`t${table}`, 'jamaica');
      holdSeat(`t${table}`, { seat: 0, credential: 'a', name: '' });
      holdSeat(`t${table}`, { seat: 1, credential: 'b', name: '' });
    }
    const seats = mySeats();
    expect(seats).toHaveLength(60);
    const asked = answering(({ path }) => {
      if (path.endsWith('export')) return [{ table: 'x' }];
      return path.endsWith('delete') ? { tables: 2, results: 1 } : [];
    });
    expect(await takeAlong(seats)).toHaveLength(2);
    expect(await letForget(seats)).toEqual({ tables: 4, results: 2 });
    expect(asked.map((one) => (one.body as { seats: unknown[] }).seats.length)).toEqual([
      40, 20, 40, 20, 40, 20,
    ]);
  });

  it('is forgotten here as well, but for games that can be played on', async () => {
    for (const table of ['over', 'gone', 'waiting', 'playing']) {
      keepTable(table, 'jamaica');
      holdSeat(table, { seat: 0, credential: table, name: 'Anna' });
    }
    keepTable('watched', 'jamaica');
    answering(({ path }) =>
      path.endsWith('delete')
        ? { tables: 3, results: 1 }
        : ['over', 'waiting', 'playing'].map((status) => ({
            table: { ...tableInfo, table: status, status },
            seat: 0,
            is_asked: false,
            left_ms: null,
          })),
    );
    await letForget(mySeats());
    expect(mySeats().map(({ table }) => table)).toEqual(['playing', 'waiting']);
    expect(myTable('watched')).not.toBeNull();
    expect(myTable('over')).toBeNull();
  });
});

describe('the addresses after a game', () => {
  it('are found again', () => {
    vi.stubGlobal('scrollTo', () => undefined);
    route.go(replayPath('abc', '0', 42));
    expect([route.replay, route.table, route.player]).toEqual(['abc', null, null]);
    expect(location.search).toBe('?eyes=0&moment=42');
    route.go(playerPath('Żółw & Co'));
    expect(route.player).toBe('Żółw & Co');
    for (const name of ['a/b', '/', 'who?', '100 %', '#1', '%2F', 'Jörg', '🏴‍☠️ Ann', 'a\\b']) {
      route.go(playerPath(name));
      expect(route.player).toBe(name);
    }
    route.go('/player/Ann/Mary');
    expect(route.player).toBe('Ann/Mary');
    route.go('/player/100%');
    expect(route.player).toBe('100%');
    route.go('/');
    expect([route.replay, route.table, route.player]).toEqual([null, null, null]);
  });
});
