import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepTable, myTable } from '../src/mytables';
import { bell } from '../src/table/bell.svelte';

const rung: string[] = [];

class FakeNotice {
  static permission = 'default';
  static requestPermission = vi.fn(async () => (FakeNotice.permission = 'granted'));
  onclick: (() => void) | null = null;
  constructor(title: string) {
    rung.push(title);
  }
  close(): void {}
}

describe('the bell', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    rung.length = 0;
  });

  it('asks only when somebody wants it, and rings only for who looks elsewhere', async () => {
    vi.stubGlobal('Notification', FakeNotice);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    bell.ring('too soon', 'table');
    expect(FakeNotice.requestPermission).not.toHaveBeenCalled();
    keepTable('table', 'jamaica');
    await bell.turn('table');
    bell.ring('your turn', 'table');
    bell.ring('another table', 'other');
    expect(myTable('table')?.bell).toBe(true);
    hidden.mockReturnValue(false);
    bell.ring('in sight', 'table');
    expect(rung).toEqual(['your turn']);
    await bell.turn('table');
    expect(bell.wanted).toBe(false);
  });

  it('says so when the browser does not allow it', async () => {
    vi.stubGlobal('Notification', FakeNotice);
    FakeNotice.permission = 'denied';
    FakeNotice.requestPermission.mockResolvedValueOnce('denied');
    await bell.turn('table');
    expect(bell.refused).toBe(true);
    expect(bell.wanted).toBe(false);
  });

  it('is not there where a browser has no notices', () => {
    vi.stubGlobal('Notification', undefined);
    expect(bell.possible).toBe(false);
    expect(bell.wanted).toBe(false);
  });
});
