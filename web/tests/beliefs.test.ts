import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureOf } from '../src/afterwards/beliefs';
import HiddenThings from '../src/afterwards/HiddenThings.svelte';
import { table as game } from '../src/games/tortuga_1667/table';
import type { Hidden } from '../src/wire/messages';
import { tableInfo, view, voice } from './tortuga_1667.fixtures';

const CERTAIN = { british: 1, french: 0, dutch: 0 };

/** Three seats; the bots in seats 1 and 2 believed these things. */
function hidden(one: Record<string, number>, two: Record<string, number>): Hidden {
  return {
    view: {},
    sides: ['british', 'french', 'dutch'],
    beliefs: [
      { seat: 1, of: [one, { british: 0, french: 1, dutch: 0 }, two] },
      { seat: 2, of: [CERTAIN, two, { british: 0, french: 0, dutch: 1 }] },
    ],
  };
}

describe('the picture of beliefs', () => {
  it('holds each belief against the truth', () => {
    const [first, second] = pictureOf(
      hidden({ british: 0.2, french: 0.7, dutch: 0.1 }, { british: 0.1, french: 0.3, dutch: 0.6 }),
    );
    expect(first?.cells.map((cell) => cell?.guess)).toEqual(['french', undefined, 'dutch']);
    expect(first?.cells.map((cell) => cell?.isRight)).toEqual([false, undefined, true]);
    expect(first?.cells[0]?.shares.map(({ side }) => side)).toEqual(['french', 'british', 'dutch']);
    expect([first?.right, first?.asked]).toEqual([1, 2]);
    expect([second?.right, second?.asked]).toEqual([1, 2]);
  });

  it('takes a tie for no guess', () => {
    const [row] = pictureOf(hidden({ british: 0.45, french: 0.45, dutch: 0.1 }, CERTAIN));
    expect(row?.cells[0]?.guess).toBeNull();
    expect(row?.cells[0]?.isRight).toBe(false);
  });

  it('shows nothing where nobody had to guess, or nobody believed anything', () => {
    expect(pictureOf(hidden(CERTAIN, CERTAIN))).toEqual([]);
    expect(pictureOf({ view: {}, sides: [], beliefs: [] })).toEqual([]);
  });
});

describe('what was hidden', () => {
  const doubt = { british: 0.6, french: 0.3, dutch: 0.1 };
  let told: Hidden;

  beforeEach(() => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve({ ok: true, json: () => Promise.resolve(told) } as Response),
    );
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('puts beliefs into words, and turns up the hands', async () => {
    const seats = view()
      .seats.slice(0, 3)
      .map((seat) => ({ ...seat, hand: ['VC01'] }));
    told = { ...hidden(doubt, doubt), view: { ...view({ seats }) } };
    render(HiddenThings, { table: tableInfo(3), voice, game });
    const row = within(await screen.findByTestId('beliefs-1'));
    expect(row.getAllByText('British 60%, French 30%, Dutch 10%: right')).toHaveLength(1);
    expect(row.getAllByText('British 60%, French 30%, Dutch 10%: wrong')).toHaveLength(1);
    expect(row.getByText('1 of 2')).toBeTruthy();
    expect(await screen.findAllByRole('img', { name: voice.t('card.VC01') })).toHaveLength(3);
  });

  it('has no beliefs where nobody had any', async () => {
    told = { view: { ...view() }, sides: [], beliefs: [] };
    render(HiddenThings, { table: tableInfo(5), voice, game });
    await screen.findByTestId('hidden');
    expect(screen.queryByTestId('beliefs')).toBeNull();
  });
});
