import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import GuideStrip from '../src/guided/GuideStrip.svelte';
import { sessionWith, update } from './jamaica.fixtures';

afterEach(() => vi.unstubAllGlobals());

it('stays closed, though it comes and goes with the steps of the guide', async () => {
  const steps = [{ id: 'end', title: 'Play on', text: 'You know it all.' }];
  const fetched = vi.fn(async () => new Response(JSON.stringify({ steps })));
  vi.stubGlobal('fetch', fetched);
  const guide = { step: 'end', number: 4, count: 5, action: null };
  const session = sessionWith(update({ guide }));
  const { unmount } = render(GuideStrip, { session });
  await fireEvent.click(await screen.findByTestId('guide-close'));
  expect(screen.queryByTestId('guide')).toBeNull();
  unmount();
  render(GuideStrip, { session });
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  await new Promise((done) => setTimeout(done, 20));
  expect(screen.queryByTestId('guide')).toBeNull();
});
