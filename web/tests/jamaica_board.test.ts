import { render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it } from 'vitest';
import { table as game } from '../src/games/jamaica/table';
import ResultSheet from '../src/table/ResultSheet.svelte';
import type { Session } from '../src/table/session.svelte';
import TableView from '../src/table/TableView.svelte';
import type { Update } from '../src/wire/messages';
import { hold, landing, sessionWith, ship, update, view, voice } from './jamaica.fixtures';

function draw(shown: Update, seats = 4, seat: number | null = 0): Session {
  const session = sessionWith(shown, seats, seat);
  render(TableView, { session, voice, game });
  return session;
}

function target(action: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-target="${action}"]`);
}

function marks(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-mark]')].map(
    (one) => one.dataset.mark ?? '',
  );
}

describe('the table of Jamaica', () => {
  it('draws fifty spaces, every ship, the race and all legal actions', () => {
    draw(update());
    expect(document.querySelectorAll('[data-testid^="space-"]')).toHaveLength(50);
    expect(document.querySelectorAll('[data-testid^="ship-"]')).toHaveLength(4);
    expect(screen.getByTestId('ranking').querySelectorAll('li')).toHaveLength(4);
    const buttons = screen.getByTestId('action-list').querySelectorAll('button');
    expect([...buttons].map((button) => button.dataset.action)).toEqual(update().legal);
  });

  it('shows where a card leads before it is laid', async () => {
    const session = draw(update());
    target('choose A01')?.focus();
    await tick();
    expect(session.preview).toBe('choose A01');
    expect(marks()).toEqual(['3', '7', '4', '13']);
    const words = screen.getByTestId('lookout').textContent;
    expect(words).toContain('Wreck Reef (2): costs 2 food');
    expect(words).toContain('more than you have! Back to Hellshire Caves');
    target('choose A01')?.click();
    expect(session.pending).toBe('choose A01');
  });

  it.each([5, 6])('draws %i holds, and room for each', (count) => {
    const holds = Array.from({ length: count }, (_, index) => hold(index + 1, 'gold', index + 1));
    draw(update({}, view({ ships: [ship(0, { holds }), ship(1)] })), 2);
    const mine = within(screen.getByTestId('panel-0')).getAllByTitle(/hold/i);
    expect(mine).toHaveLength(count);
    expect(screen.getByTestId(`hold-0-${count}`).textContent).toContain(String(count));
  });

  it('lets the Captain turn the dice around and set them', async () => {
    const shown = view({
      phase: 'place_dice',
      step: 'placing_dice',
      dice: { rolled: [4, 3], morning: null, evening: null },
    });
    const session = draw(
      update(
        {
          prompt: { question: 'place_dice', rule: 'JAM-R1', default: 'place_dice 4 3' },
          legal: ['place_dice 3 4', 'place_dice 4 3'],
        },
        shown,
      ),
    );
    expect(target('place_dice 4 3')).not.toBeNull();
    screen.getByTestId('swap-dice').click();
    await tick();
    target('place_dice 3 4')?.click();
    expect(session.pending).toBe('place_dice 3 4');
  });

  it('lights spaces to sail to and ships to attack', () => {
    const move = { ship: 0, steps: 3, direction: 'forward' };
    const sailing = view({ phase: 'act', step: 'sailing', move });
    const first = draw(update({ legal: ['sail 8', 'sail 14'] }, sailing));
    target('sail 14')?.click();
    expect(first.pending).toBe('sail 14');
  });

  it('lights the ghost when it can be attacked', () => {
    const ghost = ship(2, { seat: null, cards: null, colour: 'black', powers: ['beth'] });
    const shown = view({ phase: 'act', step: 'targeting', ships: [ship(0), ship(1), ghost] });
    const session = draw(update({ legal: ['attack 1', 'attack ghost'] }, shown), 2);
    const ghostShip = screen.getByTestId('ship-2');
    within(ghostShip).getByRole('button').click();
    expect(session.pending).toBe('attack ghost');
  });

  it('says why a hold cannot go overboard', () => {
    const denied = { action: 'jettison 2', code: 'jettison_same_kind', reason: '', rule: 'JAM-L2' };
    const shown = view({
      phase: 'act',
      step: 'stowing',
      load: { ship: 0, good: 'gold', tokens: 4 },
    });
    const session = draw(update({ legal: ['jettison 1'], denied: [denied] }, shown));
    expect(target('jettison 1')?.classList).toContain('lantern');
    target('jettison 2')?.click();
    expect(session.trouble?.rule).toBe('JAM-L2');
  });

  it('asks how much to pay from the glowing hold', () => {
    const shown = view({
      phase: 'act',
      step: 'paying',
      owed: { ship: 0, good: 'gold', left: 3, hold: 2 },
    });
    const session = draw(update({ legal: ['spend 2 1', 'spend 2 2', 'quick_pay'] }, shown));
    expect(screen.getByTestId('hold-0-2').classList).toContain('asked');
    target('quick_pay')?.click();
    expect(session.asking).toBe('quick_pay');
    within(screen.getByTestId('spend')).getByText('1').click();
    expect(session.pending).toBe('spend 2 1');
  });

  it('pays as much as can be by a tap on the hold itself', () => {
    const shown = view({
      phase: 'act',
      step: 'paying',
      owed: { ship: 0, good: 'gold', left: 3, hold: 2 },
    });
    const session = draw(update({ legal: ['spend 2 1', 'spend 2 2', 'quick_pay'] }, shown));
    within(screen.getByTestId('hold-0-2')).getByRole('button').click();
    expect(session.pending).toBe('spend 2 2');
  });

  it('tells where every way of a fork leads before one is looked at', async () => {
    const dear = landing(14, { fee: { good: 'food', tokens: 4 }, short: true, retreats: [8] });
    const ways = [
      { action: 'sail 8', landings: [landing(8)] },
      { action: 'sail 14', landings: [dear] },
    ];
    const move = { ship: 0, steps: 3, direction: 'forward' };
    const shown = view({ phase: 'act', step: 'sailing', move, courses: ways });
    draw(update({ legal: ['sail 8', 'sail 14'] }, shown));
    const told = () => screen.getByTestId('lookout').querySelectorAll('p');
    expect(told()).toHaveLength(2);
    expect(document.querySelectorAll('[data-mark]')).toHaveLength(2);
    target('sail 14')?.focus();
    await tick();
    expect(told()).toHaveLength(1);
  });

  it('shows a battle and offers gunpowder, then the spoils', async () => {
    const fire = { ship: 0, gunpowder: 2, lady_beth: false, face: '8', firepower: 10 };
    const battle = {
      space: 4,
      attacker: 0,
      defender: 1,
      attack: fire,
      defence: { ...fire, ship: 1, face: '2', firepower: 2 },
      sabre: null,
      sabre_used: false,
      winner: 0,
      loser: 1,
    };
    const shown = view({ phase: 'act', step: 'spoils', battle });
    const story = [
      { kind: 'battle_began', attacker: 0, defender: 1, space: 4, seq: 9 },
      { kind: 'gunpowder_set', ship: 0, tokens: 2, seq: 9 },
      { kind: 'battle_rolled', ship: 0, face: '8', firepower: 10, seq: 9 },
      { kind: 'battle_rolled', ship: 1, face: '2', firepower: 2, seq: 9 },
      { kind: 'battle_won', winner: 0, loser: 1, seq: 9 },
    ];
    const legal = ['decline', 'take_hold 1', 'take_hold 2'];
    const session = draw(update({ events: story, legal }, shown));
    expect((await screen.findByTestId('battle-result')).textContent).toContain('Anna wins!');
    const offered = within(screen.getByTestId('battle')).getAllByRole('button');
    expect(offered.map((one) => one.dataset.target)).toEqual([
      'take_hold 1',
      'take_hold 2',
      'decline',
    ]);
    expect(offered[1]?.getAttribute('aria-label')).toBe('Take 3 gold (hold\u00a02)');
    offered[1]?.click();
    expect(session.pending).toBe('take_hold 2');
  });

  it('shows a spectator everything and offers nothing', () => {
    const ships = [0, 1, 2, 3].map((one) => ship(one, { cards: { ...ship(1).cards! } }));
    draw(update({ legal: [], prompt: null }, view({ ships, previews: [] })), 4, null);
    expect(document.querySelectorAll('[data-testid^="panel-"]')).toHaveLength(4);
    expect(document.querySelector('[data-target]')).toBeNull();
  });

  it('counts the score and names the tie-break', async () => {
    const seats = [0, 1].map((seat) => ({
      seat,
      place: 8,
      gold: 12,
      treasures: 3,
      total: 23,
    }));
    const treasure = {
      lair: 4,
      holder: 0,
      held_by: [0],
      face_up: true,
      given: false,
      treasure: 'T_P7a',
      kind: 'riches',
      value: 7,
    };
    const shown = view({
      phase: 'over',
      step: null,
      ships: [ship(0), ship(1)],
      treasures: [treasure],
      score: { seats, winners: [0], tie_break: 'position' },
    });
    const over = update({ result: [1, 0], legal: [], waiting: [], prompt: null }, shown);
    const session = sessionWith(over, 2);
    render(ResultSheet, { session, voice, game, onclose: () => undefined });
    expect((await screen.findByTestId('total-0')).dataset.total).toBe('23');
    expect(screen.getByTestId('tie-break').textContent).toContain('Anna');
    expect(screen.getByTestId('score-sheet').textContent).toContain('23');
  });
});
