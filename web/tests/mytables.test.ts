import { beforeEach, describe, expect, it } from 'vitest';
import { Company } from '../src/table/company.svelte';
import type { Said } from '../src/wire/messages';
import { dropSeat, forgetTable, holdSeat, keepTable, myTable, myTables } from '../src/mytables';

const held = (seat: number) => ({ seat, credential: `right${seat}`, name: `Name ${seat}` });
const said = (seat: number | null): Said => ({
  type: 'said',
  seq: 1,
  seat,
  name: 'Ben',
  text: 'Ahoy',
  phrase: null,
});

describe('the tables of this browser', () => {
  beforeEach(() => localStorage.clear());

  it('are kept with the latest first, and forgotten', () => {
    keepTable('one', 'jamaica');
    keepTable('two', 'jamaica', 'host');
    expect(myTables().map((one) => one.table)).toEqual(['two', 'one']);
    forgetTable('two');
    expect(myTable('two')).toBeNull();
  });

  it('keep their rights when they are visited again', () => {
    keepTable('one', 'jamaica', 'host');
    holdSeat('one', held(1));
    keepTable('one', 'jamaica');
    expect(myTable('one')).toMatchObject({ host: 'host', seats: [held(1)] });
  });

  it('may have several seats, each once and in order', () => {
    keepTable('one', 'jamaica');
    holdSeat('one', held(2));
    holdSeat('one', held(0));
    holdSeat('one', { ...held(2), seat: 1 });
    expect(myTable('one')?.seats.map((one) => one.seat)).toEqual([0, 1]);
    dropSeat('one', 'right0');
    expect(myTable('one')?.seats).toHaveLength(1);
  });

  it('remember who is not heard there', () => {
    keepTable('one', 'jamaica');
    new Company('one').mute(2);
    keepTable('one', 'jamaica');
    const company = new Company('one');
    expect(company.heard([said(1), said(2), said(null)])).toEqual([said(1), said(null)]);
    company.mute(2);
    expect(new Company('one').heard([said(2)])).toEqual([said(2)]);
    expect(new Company('two').muted).toEqual([]);
  });

  it('survive nonsense in the memory', () => {
    localStorage.setItem('broadside.tables', '[{"table": 3}, null, "x"]');
    expect(myTables()).toEqual([]);
    localStorage.setItem('broadside.tables', '{');
    expect(myTables()).toEqual([]);
  });
});
