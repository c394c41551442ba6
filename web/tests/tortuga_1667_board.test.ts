import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secrets } from '../src/games/tortuga_1667/secrets.svelte';
import { table as game } from '../src/games/tortuga_1667/table';
import ResultSheet from '../src/table/ResultSheet.svelte';
import type { Session } from '../src/table/session.svelte';
import TableView from '../src/table/TableView.svelte';
import type { Update } from '../src/wire/messages';
import { preview, sent, sessionWith, update, view, voice } from './tortuga_1667.fixtures';

beforeEach(() => localStorage.clear());
afterEach(() => secrets.close());

function draw(shown: Update, seats = 5, seat: number | null = 0): Session {
  const session = sessionWith(shown, seats, seat);
  render(TableView, { session, voice, game });
  return session;
}

function thing(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-thing="${name}"]`);
}

function target(action: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-testid=composer] [data-target="${action}"]`);
}

async function tap(...names: string[]): Promise<void> {
  for (const name of names) {
    thing(name)?.click();
    await tick();
  }
}

describe('the table of Tortuga 1667', () => {
  it('draws every pawn, hold, boat and event', () => {
    draw(update());
    expect(document.querySelectorAll('[data-testid^="pawn-"]')).toHaveLength(5);
    expect(document.querySelectorAll('[data-testid^="hold-"]')).toHaveLength(7);
    expect(document.querySelectorAll('[data-testid^="slot-"]')).toHaveLength(5);
    expect(screen.getByTestId('hold-JR.F').dataset.count).toBe('2');
    expect(screen.getByTestId('pawn-1').getAttribute('aria-label')).toContain(
      'Captain and Cabin Boy',
    );
    expect(screen.getByTestId('slot-2').getAttribute('aria-label')).toBe(
      'Event\u00a02, face down, you have seen it: Black Spot, looked at by Anna and Bosun 4',
    );
    expect(screen.getByTestId('tally').textContent).toContain('The French are ahead.');
    expect(screen.getByTestId('guard').textContent).toContain('3 of\u00a030');
  });

  it('composes an order by taps and gives it once it is confirmed', async () => {
    const session = draw(update());
    await tap('slot-1', 'slot-4');
    expect(target('peek 1 4')).not.toBeNull();
    expect(session.pending).toBeNull();
    await tap('seat-2');
    expect(screen.getByTestId('lookout').textContent).toContain('Bosun 3 picks one of the two');
    target('force 1 4 2')?.click();
    expect(session.pending).toBe('force 1 4 2');
  });

  it('shows what a look ahead sees', async () => {
    const previews = [preview('row BF', { pawns: [sent(0, 'BF', 1)], heirs: [2] })];
    draw(update({}, view({ previews })));
    thing('place-BF')?.focus();
    await tick();
    expect(document.querySelector('[data-mark="0-BF"]')).not.toBeNull();
    expect(screen.getByTestId('lookout').textContent).toContain('Bosun 3 becomes captain.');
  });

  it('says why something is impossible', async () => {
    const session = draw(update());
    expect(thing('deed-mutiny')?.getAttribute('aria-label')).toContain('Only the First Mate');
    await tap('deed-mutiny');
    expect(session.trouble?.rule).toBe('T67-A8');
  });

  it('takes a simple answer by one tap', async () => {
    const prompt = { question: 'pistol', rule: 'T67-E2', default: 'target 1' };
    const shown = view({ step: 'pistol_target' });
    const session = draw(update({ legal: ['target 1', 'target 2'], denied: [], prompt }, shown));
    await tap('seat-2');
    expect(session.pending).toBe('target 2');
  });

  it('keeps own cards open until they are covered, and then while they are held', async () => {
    draw(update());
    const secret = /French flag|Your loyalty: French|Black Spot/;
    expect(document.body.innerHTML).toMatch(/Your loyalty: French/);
    await fireEvent.click(screen.getByTestId('cover'));
    expect(document.body.innerHTML).not.toMatch(secret);
    await fireEvent.keyDown(window, { key: 'h' });
    expect(document.body.innerHTML).toMatch(/Your loyalty: French/);
    expect(screen.getByTestId('slot-2').getAttribute('aria-label')).toContain('Black Spot');
    await fireEvent.keyUp(window, { key: 'h' });
    expect(document.body.innerHTML).not.toMatch(secret);
    await fireEvent.pointerDown(screen.getByTestId('look'));
    expect(screen.getByTestId('tray').dataset.open).toBe('true');
    await fireEvent.pointerUp(window);
    expect(document.body.innerHTML).not.toMatch(secret);
  });

  it('names what can be done in a turn, and lights only what belongs to it', async () => {
    draw(update());
    const lit = (): string[] =>
      [...document.querySelectorAll<HTMLElement>('[data-thing].lantern')].map(
        (one) => one.dataset.thing ?? '',
      );
    expect(lit()).toEqual([]);
    await fireEvent.click(screen.getByTestId('deed-reveal'));
    expect(lit().length).toBeGreaterThan(0);
    expect(lit().every((name) => name.startsWith('slot-'))).toBe(true);
  });

  it('lays a card by its place, two with El Dorado', async () => {
    const vote = {
      vote: 'attack',
      caller: 0,
      place: 'FD',
      voters: [0, 2, 4],
      sent: [2],
      mine: [],
      shown: [],
      counts: [],
      outcome: null,
    };
    const legal = ['vote VC01', 'vote VC08', 'vote VC14', 'vote_two VC01 VC14'];
    const prompt = { question: 'vote', rule: 'T67-V2', default: 'vote VC01' };
    const session = draw(update({ legal, denied: [], prompt }, view({ step: 'voting', vote })));
    expect((await screen.findByTestId('vote')).textContent).toContain('Anna calls an attack');
    await tap('card-2');
    expect(target('vote VC14')?.textContent).toContain('Lay your card\u00a03');
    const sent = view({ step: 'voting', vote: { ...vote, sent: [2, 4] } });
    session.receive(update({ seq: 11, legal, denied: [], prompt }, sent));
    await tick();
    expect(target('vote VC14')).not.toBeNull();
    await tap('card-0');
    target('vote_two VC01 VC14')?.click();
    expect(session.pending).toBe('vote_two VC01 VC14');
  });

  it('puts an old vote away when something new is asked', async () => {
    const vote = {
      ...{ vote: 'attack', caller: 1, place: 'JR', voters: [0, 2], sent: [0, 2], mine: [] },
      ...{ shown: ['VC01', 'VC02'], counts: [1, 1], outcome: 'attack_failed' },
    };
    const session = draw(update({}, view({ vote })));
    (await screen.findByTestId('last-vote')).click();
    expect(await screen.findByTestId('vote')).toBeTruthy();
    session.receive(update({ seq: 11, legal: ['reveal 1'], denied: [] }, view({ vote })));
    await tick();
    expect(screen.queryByTestId('vote')).toBeNull();
    expect(screen.getByTestId('last-vote')).toBeTruthy();
  });

  it('opens the vote deck only on purpose', async () => {
    const nest = { seat: 0, other: 1, left: 2, pool: ['VC01', 'VC03', 'VC03'] };
    const prompt = { question: 'crows_pick', rule: 'T67-E10', default: 'give VC01' };
    const shown = view({ step: 'crows_pick', crows_nest: nest });
    const session = draw(update({ legal: ['give VC01', 'give VC03'], denied: [], prompt }, shown));
    const deck = await screen.findByTestId('open-deck');
    expect(document.querySelector('[data-testid=crows-nest] [data-target]')).toBeNull();
    deck.click();
    await tick();
    document
      .querySelector<HTMLElement>('[data-testid=crows-nest] [data-target="give VC03"]')
      ?.click();
    expect(session.pending).toBe('give VC03');
  });

  it('opens the discard pile for everybody', async () => {
    draw(update({ legal: [], denied: [], prompt: null }, view({ me: null })), 5, null);
    screen.getByTestId('discard').click();
    await tick();
    expect((await screen.findByTestId('discards')).textContent).toContain(
      'Discarded, the latest first',
    );
    expect(screen.queryByTestId('tray')).toBeNull();
    expect(document.querySelector('[data-thing]')).toBeNull();
  });

  it.each([2, 9])('has room for %i', (seats) => {
    const all = Array.from({ length: seats }, (_, seat) => seat);
    draw(update({ legal: [], denied: [] }, view({}, { FD: [], JR: [], TO: all })), seats);
    expect(document.querySelectorAll('[data-testid^="pawn-"]')).toHaveLength(seats);
  });

  it('says in the chat that only open talk is allowed', async () => {
    draw(update());
    screen.getByTestId('tab-chat').click();
    await tick();
    expect((await screen.findByTestId('chat-rule')).textContent).toContain('no whispering');
  });

  it('turns all loyalties over, and names a draw', async () => {
    const loyalties = ['french', 'british', 'british', 'french', 'dutch'];
    const end = {
      ending: 'lead',
      winners: [0, 3],
      loyalties,
      british: 2,
      french: 4,
      leader: 'french',
      removed: ['pistol'],
    };
    const over = (changed: Partial<typeof end>) =>
      update(
        { result: [0.5, 0, 0, 0.5, 0], legal: [], denied: [], waiting: [], prompt: null },
        view({ phase: 'over', step: null, end: { ...end, ...changed } }),
      );
    const session = sessionWith(over({}));
    const { unmount } = render(ResultSheet, { session, voice, game, onclose: () => undefined });
    expect((await screen.findByTestId('loyalty-4')).dataset.loyalty).toBe('dutch');
    expect(screen.getByTestId('chests-french').textContent).toBe('4');
    expect(screen.getByRole('dialog').textContent).toContain('The French win!');
    unmount();
    const drawn = sessionWith(over({ ending: 'race_drawn', winners: [] }));
    render(ResultSheet, { session: drawn, voice, game, onclose: () => undefined });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('A draw');
  });
});
