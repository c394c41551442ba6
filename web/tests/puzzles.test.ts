import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import PuzzlePage from '../src/puzzles/PuzzlePage.svelte';
import { StillSocket } from '../src/puzzles/stillsocket';
import { puzzlePath, route } from '../src/route.svelte';
import type { PuzzleInfo, ServerMessage } from '../src/wire/messages';
import { ownBox } from './boxes';
import { tableInfo, update as makeUpdate } from './fixtures';

const update = makeUpdate();
const [best, usual] = [update.legal[0]!, update.legal[1]!];
const puzzle: PuzzleInfo = {
  number: 4,
  count: 50,
  table: tableInfo,
  seat: 0,
  update: { ...update, seq: 1 },
  solution: {
    moment: 9,
    played: usual,
    best,
    chance: 0.3,
    best_chance: 0.6,
    loss: 0.3,
    is_mistake: true,
    why: [['gold in the chest', 0.2]],
    view: null,
  },
  chances: [
    { action: best, chance: 0.6 },
    { action: usual, chance: 0.3 },
  ],
};

afterEach(() => vi.unstubAllGlobals());

/** A server with one puzzle, which is today's. */
function serve(): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('/box')) return Promise.resolve(Response.json(ownBox('jolly-and-roger')));
    asked.push(path);
    const told = path.endsWith('/puzzles') ? { game: 'x', count: 50, today: 4 } : puzzle;
    return Promise.resolve(new Response(JSON.stringify(told)));
  });
  return asked;
}

async function answer(action: string): Promise<string> {
  serve();
  const { container } = render(PuzzlePage, { address: 'jolly-and-roger' });
  const fold = await screen.findByTestId('fold-orders');
  if (fold.ariaExpanded !== 'true') await fireEvent.click(fold);
  const button = container.querySelector(`[data-testid="action-list"] [data-action="${action}"]`);
  await fireEvent.click(button!);
  return (await screen.findByTestId('puzzle-verdict')).textContent ?? '';
}

describe('a puzzle', () => {
  it('stands still, takes one action, and asks nothing more', async () => {
    const told: ServerMessage[] = [];
    const acted: string[] = [];
    const socket = new StillSocket(puzzle, 'You', (action) => acted.push(action));
    socket.onmessage = (event: MessageEvent) => told.push(JSON.parse(event.data as string));
    socket.send(JSON.stringify({ type: 'hello' }));
    expect(told.map((one) => one.type)).toEqual(['welcome', 'update']);
    expect(told[0]).toMatchObject({ seat: 0, table: { seats: [{ name: 'You' }, {}] } });
    socket.send(JSON.stringify({ type: 'act', id: 'a', action: best }));
    expect(acted).toEqual([best]);
    expect(told.at(-1)).toMatchObject({ type: 'update', ack: 'a', legal: [], waiting: [] });
  });

  it('is today’s if the address names none, else the one it names', async () => {
    const asked = serve();
    render(PuzzlePage, { address: 'jolly-and-roger' });
    await screen.findByTestId('puzzle-any');
    render(PuzzlePage, { address: 'jolly-and-roger/7' });
    await vi.waitFor(() => expect(asked.at(-1)).toBe('/api/games/jolly-and-roger/puzzles/7'));
    expect(asked[1]).toBe('/api/games/jolly-and-roger/puzzles/4');
    expect(puzzlePath('jolly-and-roger', 7)).toBe('/puzzle/jolly-and-roger/7');
    route.path = '/puzzle/jolly-and-roger/7';
    expect(route.puzzle).toBe('jolly-and-roger/7');
  });

  it('praises the solution and explains it', async () => {
    const verdict = await answer(best);
    expect(verdict).toContain('Right!');
    expect(verdict).toContain('60% instead of 30%');
    expect(verdict).toContain('gold in the chest');
  });

  it('tells of something better after another answer', async () => {
    expect(await answer(usual)).toContain('There is something better.');
  });

  it('shows the solution to who gives up', async () => {
    serve();
    render(PuzzlePage, { address: 'jolly-and-roger' });
    await fireEvent.click(await screen.findByTestId('puzzle-give-up'));
    expect(screen.getByTestId('puzzle-verdict').textContent).toContain('The solution');
  });

  it('says so where there is none', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ game: 'x', count: 0, today: null }))),
    );
    render(PuzzlePage, { address: 'jolly-and-roger' });
    expect(await screen.findByText('There is no such puzzle.')).toBeTruthy();
  });
});
