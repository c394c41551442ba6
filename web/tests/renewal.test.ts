import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renew } from '../src/renewal';

describe('a part of the page that cannot be had', () => {
  const reload = vi.fn();
  const fetched = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched.mockResolvedValue({ ok: true }));
    sessionStorage.clear();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    reload.mockReset();
    fetched.mockReset();
  });

  it('loads the page again, once for each build', async () => {
    await Promise.all([renew('one.js', reload), renew('one.js', reload)]);
    await renew('one.js', reload);
    expect(reload).toHaveBeenCalledTimes(1);
    await renew('two.js', reload);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('waits until the server answers', async () => {
    fetched.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValueOnce({ ok: false });
    const renewed = renew('one.js', reload);
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    await renewed;
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('asks nobody while there is no network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const renewed = renew('one.js', reload);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(fetched).not.toHaveBeenCalled();
    online.mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(5000);
    await renewed;
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does nothing where nothing can be remembered', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked');
    });
    await renew('one.js', reload);
    expect(reload).not.toHaveBeenCalled();
  });
});
