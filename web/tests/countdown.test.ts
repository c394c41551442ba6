import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { table as game } from '../src/games/jamaica/table';
import TableView from '../src/table/TableView.svelte';
import { sessionWith, update, voice } from './jamaica.fixtures';

const fetched = vi.hoisted(() => vi.fn());
vi.mock('../src/table/Countdown.svelte', (original) => {
  fetched();
  return original();
});

it('is fetched before the first countdown runs, but not before the first question', async () => {
  render(TableView, { session: sessionWith(update()), voice, game });
  await screen.findByTestId('prompt');
  expect(fetched).not.toHaveBeenCalled();
  await fireEvent.pointerDown(screen.getByTestId('prompt'));
  await waitFor(() => expect(fetched).toHaveBeenCalled());
});
