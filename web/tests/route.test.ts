import { describe, expect, it } from 'vitest';
import { isOnlyHere } from '../src/route.svelte';

describe('the address of this page', () => {
  it.each(['localhost', '127.0.0.1', '127.0.1.1', '[::1]'])('%s is of no use to friends', (host) =>
    expect(isOnlyHere(host)).toBe(true),
  );

  it.each(['192.168.0.17', 'games.example.org', '[fe80::1]'])('%s can be sent', (host) =>
    expect(isOnlyHere(host)).toBe(false),
  );
});
