import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mistakes, mistakeText, pathOf, reasons, spots, termText } from '../src/afterwards/lesson';
import Teacher from '../src/afterwards/Teacher.svelte';
import { speech, Voice } from '../src/i18n/speech.svelte';
import { remember } from '../src/memory';
import type { GameTable } from '../src/table/game';
import type { Analysis, Judged } from '../src/wire/messages';
import { tableInfo } from './fixtures';

function judged(moment: number, more: Partial<Judged> = {}): Judged {
  return {
    moment,
    played: 'pick A',
    best: 'pick B',
    chance: 0.4,
    best_chance: 0.55,
    loss: 0.15,
    is_mistake: true,
    why: [
      ['gold', 0.3],
      ['food', -0.1],
      ['map', 0.001],
    ],
    view: {},
    ...more,
  };
}

const game = { actionText: (action: string) => `“${action}”` } as unknown as GameTable;

afterEach(() => {
  vi.unstubAllGlobals();
  speech.language = 'en';
  history.replaceState(null, '', '/');
});

describe('what the teacher says', () => {
  it('names what would have been better, by how much, and why', () => {
    expect(mistakeText(judged(3), (action) => action)).toBe(
      'Better: pick B. The chance of winning would have been 55% instead of 40%. ' +
        'In its favour: gold. Against it: food.',
    );
  });

  it('says so in other languages', () => {
    speech.language = 'de';
    expect(mistakeText(judged(3), (action) => action)).toContain('Dafür spricht: Gold.');
    speech.language = 'pl';
    expect(reasons(judged(3).why)).toBe('Przemawia za tym: złoto. Przemawia przeciw: prowiant.');
  });

  it('is silent about reasons that weigh nothing, and says unknown ones as they are', () => {
    expect(reasons([['map', 0.001]])).toBe('');
    expect(termText('the weather')).toBe('the weather');
  });

  it('puts the most expensive mistakes first', () => {
    const all = [judged(1, { loss: 0.1 }), judged(2, { is_mistake: false }), judged(3)];
    expect(mistakes(all).map((one) => one.moment)).toEqual([3, 1]);
  });

  it('draws the chance over time', () => {
    const places = spots([judged(2, { chance: 1 }), judged(4, { chance: 0 })], 100, 50);
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [100, 50],
    ]);
    expect(pathOf(places)).toBe('M0.0 0.0L100.0 50.0');
  });
});

describe('the lesson', () => {
  it('is asked for, followed, and leads into what-if', async () => {
    const begun: Analysis = { seat: 0, done: 1, total: 2, is_over: false, decisions: [] };
    const over = { ...begun, done: 2, is_over: true, decisions: [judged(3), judged(7)] };
    const asked: [string, string, unknown][] = [];
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      const method = init.method ?? 'GET';
      asked.push([method, path, JSON.parse(String(init.body ?? null))]);
      const isLesson = path.endsWith('/analysis');
      const told = isLesson
        ? method === 'POST'
          ? begun
          : over
        : { table: 'new', seat: 0, credential: 'c' };
      return Promise.resolve(new Response(JSON.stringify(told)));
    });
    remember('name', 'Anna');
    render(Teacher, { table: tableInfo, seat: 0, voice: new Voice(null), game });
    await fireEvent.click(screen.getByTestId('analyse'));
    expect((await screen.findByTestId('lesson-progress')).textContent).toContain('1 of\u00a02');
    expect((await screen.findByTestId('lesson-sum', {}, { timeout: 3000 })).textContent).toMatch(
      /2\u00a0mistakes\.\s+The costliest mistake lowered the chance of winning from 55% to 40%\./,
    );
    expect(screen.getAllByTestId('mistake')[0]!.textContent).toContain('“pick B”');
    await fireEvent.click(screen.getAllByTestId('try-again')[0]!);
    await vi.waitFor(() => expect(location.pathname).toBe('/table/new'));
    expect(asked.at(-1)).toMatchObject([
      'POST',
      '/api/tables/abc/what-if',
      { moment: 3, seat: 0, name: 'Anna' },
    ]);
  });
});
