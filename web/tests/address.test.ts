import { describe, expect, it, vi } from 'vitest';
import { isOnlyHere } from '../src/address.svelte';

describe('the address of this page', () => {
  it.each([
    'localhost',
    '127.0.0.1:8667',
    '127.0.1.1',
    '[::1]:80',
    '0.0.0.0:8667',
    '[::ffff:127.0.0.1]',
    'tables.localhost',
  ])('%s is of no use to friends', (host) => expect(isOnlyHere(`http://${host}`)).toBe(true));

  it.each(['192.168.0.17', 'games.example.org', 'mylocalhost', '[fe80::1]'])(
    '%s can be sent',
    (host) => expect(isOnlyHere(`http://${host}`)).toBe(false),
  );
});

describe('the address that is sent to friends', () => {
  async function found(answer: () => Promise<Response>): Promise<string> {
    vi.resetModules();
    vi.stubGlobal('fetch', answer);
    const { address } = await import('../src/address.svelte');
    await vi.waitFor(() => expect(address.ofTable('t 1')).toContain('/table/t%201'));
    await new Promise((done) => setTimeout(done));
    return address.ofSeat('t 1', 'a/b');
  }

  it("is the server's own where the page has none to send", async () => {
    const answer = Response.json({ link: 'http://192.168.0.17:8667' });
    expect(await found(() => Promise.resolve(answer))).toBe(
      'http://192.168.0.17:8667/table/t%201#seat=a%2Fb',
    );
  });

  it('stays what it was while the server does not answer', async () => {
    expect(await found(() => Promise.reject(new Error('no line')))).toBe(
      `${location.origin}/table/t%201#seat=a%2Fb`,
    );
  });
});
