import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it } from 'vitest';
import { client } from '../src/games/jolly_and_roger';
import { table as game } from '../src/games/jolly_and_roger/table';
import { Voice } from '../src/i18n/speech.svelte';
import type { Socket } from '../src/table/connection';
import ResultSheet from '../src/table/ResultSheet.svelte';
import { Session } from '../src/table/session.svelte';
import TableView from '../src/table/TableView.svelte';
import type { Update } from '../src/wire/messages';
import { update, view, welcome } from './fixtures';

const voice = new Voice(client.texts);

function sessionWith(shown: Update, seat: number | null = 0): Session {
  const session = new Session({
    table: 'abc',
    credential: null,
    dial: () => ({ send: () => undefined, close: () => undefined }) as unknown as Socket,
  });
  session.game = game;
  session.receive({ ...welcome, seat });
  session.receive(shown);
  return session;
}

function draw(shown: Update, seat: number | null = 0): Session {
  const session = sessionWith(shown, seat);
  render(TableView, { session, voice, game });
  return session;
}

describe('the table', () => {
  it('draws four ships, the prompt as a question, and every legal action', () => {
    localStorage.setItem('broadside.orders', 'open');
    draw(update());
    for (const ship of ['green', 'yellow', 'blue', 'red']) {
      expect(screen.getByTestId(`ship-${ship}`)).toBeTruthy();
    }
    expect(screen.getByTestId('prompt').textContent).toMatch(/\?$/);
    const buttons = screen.getByTestId('action-list').querySelectorAll('button');
    expect([...buttons].flatMap((button) => button.dataset.action ?? [])).toEqual(update().legal);
  });

  it('lights the places of a chosen card and explains the impossible one', async () => {
    const session = draw(update());
    screen.getByTestId('card-1').click();
    await tick();
    expect(document.querySelector('[data-target="crew green_3"]')?.classList).toContain('lantern');
    const denied = document.querySelector<HTMLElement>('[data-target="board green_3"]');
    expect(denied?.classList).toContain('denied');
    denied?.click();
    expect(session.trouble?.rule).toBe('JNR-F10');
  });

  it('plays by a click on a lit place', async () => {
    const session = draw(update());
    screen.getByTestId('card-1').click();
    await tick();
    document.querySelector<HTMLElement>('[data-target="parrot green_3 red"]')?.click();
    expect(session.pending).toBe('parrot green_3 red');
  });

  it('plays by a tap on the ship, or shows the ways there are', async () => {
    const session = draw(update());
    const beckoned: Element[] = [];
    Element.prototype.animate = function (this: Element): Animation {
      beckoned.push(this);
      return {} as Animation;
    };
    screen.getByTestId('ship-red').click();
    expect(session.pending).toBeNull();
    screen.getByTestId('card-2').click();
    await tick();
    screen.getByTestId('ship-red').click();
    expect(session.pending).toBeNull();
    expect(beckoned).toHaveLength(2);
    expect(document.activeElement).toBe(beckoned[0]);
    screen.getByTestId('ship-green').click();
    expect(session.pending).toBe('parrot red_5 green');
  });

  it('moves cards between the sets of a draft and offers them', async () => {
    const laid = view().laid.map((one) => ({ ...one, set: null }));
    const shown = view({ phase: 'split', splitter: 0, laid, owners: { A: null, B: null } });
    const session = draw(
      update(
        {
          prompt: { question: 'split', rule: 'JNR-F2', default: 'split 12' },
          legal: ['split 12', 'split 1', 'split 125'],
          denied: [],
        },
        shown,
      ),
    );
    screen.getByTestId('card-5').click();
    await tick();
    expect(screen.getByTestId('set-A').querySelectorAll('[data-testid^="card-"]')).toHaveLength(3);
    screen.getByTestId('commit-split').click();
    expect(session.pending).toBe('split 125');
  });

  it('lets the picker choose between two sets', () => {
    const shown = view({ phase: 'pick', owners: { A: null, B: null } });
    const question = { question: 'pick', rule: 'JNR-F3', default: 'pick B' };
    const session = draw(update({ prompt: question, legal: ['pick A', 'pick B'] }, shown));
    screen.getByTestId('pick-B').click();
    expect(session.pending).toBe('pick B');
  });

  it('tells a spectator who is asked, and offers nothing', () => {
    draw(update({ legal: [], prompt: null, denied: [] }), null);
    expect(screen.getByTestId('spectator-badge')).toBeTruthy();
    expect(screen.getByTestId('prompt').textContent).toContain('Anna');
    expect(screen.queryByTestId('action-list')).toBeNull();
  });

  it('names the tie-break on the score sheet', async () => {
    const score = {
      chest: [9, 9],
      ships: [12, 12],
      total: [21, 21],
      winners: [0],
      tie_break: 'red',
    };
    const shown = view({ phase: 'over', actor: null, score } as never);
    const over = update({ result: [1, 0], legal: [], waiting: [], prompt: null }, shown);
    const session = sessionWith(over);
    render(ResultSheet, { session, voice, game, onclose: () => undefined });
    expect(screen.getByTestId('result-sheet').textContent).toContain('Anna wins!');
    expect((await screen.findByTestId('tie-break')).textContent).toContain('red ship');
    expect(screen.getByTestId('total-0').dataset.total).toBe('21');
  });
});
