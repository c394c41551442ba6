import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import CheckGame from '../src/fairness/CheckGame.svelte';
import { shell } from '../src/i18n/speech.svelte';

vi.mock('../src/fairness/verify', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('says that the server cannot be reached when the check itself cannot be had', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  render(CheckGame, { table: 'abc' });
  await fireEvent.click(screen.getByTestId('check-game'));
  expect((await screen.findByRole('alert')).textContent).toBe(shell.t('refusal.no_connection'));
});
