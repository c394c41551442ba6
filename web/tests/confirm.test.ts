import { render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import ConfirmPage from '../src/mail/ConfirmPage.svelte';
import { route } from '../src/route.svelte';

const told = (): Promise<void> => new Promise((done) => setTimeout(done));

/** A server that answers in this way, and what it was asked. */
function answering(status: number, body: unknown): [string, string][] {
  const asked: [string, string][] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push([String(init.method), path]);
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe('the page that a mail leads to', () => {
  it('is found by its address', () => {
    route.path = '/confirm/abc';
    expect(route.confirm).toBe('abc');
    route.path = '/';
    expect(route.confirm).toBeNull();
  });

  it('confirms by a click, not by being opened', async () => {
    const asked = answering(200, { mail: true, webhooks: false });
    const page = render(ConfirmPage, { token: 'a b' });
    await told();
    expect(asked).toEqual([]);
    page.getByTestId('confirm').click();
    await told();
    expect(asked).toEqual([['POST', '/api/confirm/a%20b']]);
    expect(page.getByTestId('confirmed').textContent).toContain('confirmed');
    expect(page.queryByTestId('confirm')).toBeNull();
  });

  it('says when the link is too old', async () => {
    answering(404, { code: 'unknown_token', reason: 'No.', rule: null });
    const page = render(ConfirmPage, { token: 'old' });
    page.getByTestId('confirm').click();
    await told();
    expect(page.getByTestId('confirm-problem').textContent).toContain('too old');
    expect(page.queryByTestId('confirmed')).toBeNull();
  });
});
