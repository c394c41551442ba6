import { beforeEach, describe, expect, it } from 'vitest';
import { foremost, together } from '../src/lobby/standing';
import { keepTable } from '../src/mytables';
import { tableInfo } from './fixtures';

const stands = (table: string, seat: number, is_asked: boolean) => ({
  table: { ...tableInfo, table },
  seat,
  is_asked,
  left_ms: is_asked ? 5000 : null,
});

describe('my tables', () => {
  beforeEach(() => localStorage.clear());

  it('are one line each, in the server’s order, and wait for any of my seats', () => {
    const lines = together([stands('b', 0, true), stands('a', 0, false), stands('a', 1, true)]);
    expect(lines.map((one) => [one.table.table, one.asked])).toEqual([
      ['b', true],
      ['a', true],
    ]);
  });

  it('leave room for the games, but none that waits for me is left out', () => {
    const others = ['b', 'c', 'd', 'e', 'f'].map((table) => stands(table, 0, false));
    const shown = foremost(together([...others, stands('g', 0, true)]));
    expect(shown.map((one) => one.table.table)).toEqual(['b', 'c', 'd', 'e', 'g']);
  });

  it('lead to another game until this browser has come to it', () => {
    const over = { ...stands('a', 0, false), table: { ...tableInfo, table: 'a', rematch: 'next' } };
    const lines = together([...['b', 'c', 'd', 'e'].map((id) => stands(id, 0, false)), over]);
    expect(foremost(lines)).toHaveLength(5);
    keepTable('next', 'jamaica');
    expect(foremost(lines)).toHaveLength(4);
  });
});
