import { mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { genericClient } from '../src/games/generic/client';
import Board from '../src/games/generic/Board.svelte';
import { actionFor, actionText, eventLine, gapsOf, progress } from '../src/games/generic/words';
import { findClient, gameClient, gameTitle } from '../src/games/registry';
import { speech, Voice } from '../src/i18n/speech.svelte';
import type { Telling } from '../src/table/game';
import { seatToken } from '../src/table/names';
import type { Session } from '../src/table/session.svelte';
import type { GameWords, TableInfo } from '../src/wire/messages';
import { crew, plainTable } from './fixtures';

const TEXTS = {
  name: 'Dig',
  tagline: '',
  progress: '{deck} left',
  'question.play.you': 'Play',
  'action.play': 'Play {card} for {seat}',
  'action.swap': 'Swap {card} and {card_2}',
  'event.drawn': '{seat} draws {card}',
  'event.shown': 'All see {cards}',
  'card.c7': 'the seven',
  'view.leader': '{name} leads',
  'view.hand': 'Hand',
};
const WORDS: GameWords = {
  texts: { en: TEXTS, de: { ...TEXTS, name: 'Grabung' }, pl: TEXTS },
  domains: { card: ['c7', 'c8'], seat: ['A', 'B'] },
  seats: ['seat'],
  verbs: { play: ['card', 'seat'], swap: ['card', 'card'] },
  events: { drawn: { seat: 'seat', card: 'card' }, shown: { cards: 'card' } },
};
const table: TableInfo = { ...plainTable, game: 'dig', seats: crew(2) } as TableInfo;
const client = genericClient('dig', WORDS);
const voice = new Voice(client.texts);
const telling: Telling = {
  voice,
  seat: 0,
  seats: 2,
  who: (seat) => seatToken(table, seat, voice),
};
const said = ({ key, values }: ReturnType<typeof eventLine>): string => voice.t(key, values);
const seatNamed = (seat: number): string => seatToken(table, seat, voice).text;

afterEach(() => {
  speech.speak('en');
  document.body.replaceChildren();
});

describe('a game without a drawing', () => {
  it('says its actions with the names of cards and seats', () => {
    expect(actionText('play c7 B', WORDS, telling)).toBe(`Play the seven for ${seatNamed(1)}`);
    expect(actionText('swap c7 c8', WORDS, telling)).toBe('Swap the seven and c8');
    expect(gapsOf(['card', 'seat', 'card'])).toEqual(['card', 'seat', 'card_2']);
  });

  it('tells its events, and hides what was not told', () => {
    const told = { kind: 'drawn', seq: 1, seat: 1 };
    expect(said(eventLine(told, WORDS, telling))).toBe(`${seatNamed(1)} draws ?`);
    expect(said(eventLine({ ...told, card: 'c7' }, WORDS, telling))).toContain('draws the seven');
    const shown = { kind: 'shown', seq: 1, cards: ['c7', 'c8'] };
    expect(said(eventLine(shown, WORDS, telling))).toBe('All see the seven and c8');
  });

  it('has its own name in every language, and says where it stands', () => {
    speech.speak('de');
    expect(voice.t('name')).toBe('Grabung');
    expect(progress({ deck: 4 }, voice)).toBe('4 left');
    expect(progress({ deck: 4 }, new Voice(null))).toBe('');
  });

  it('lets a card stand for the only action that names it', () => {
    expect(actionFor('c7', ['play c7 B', 'play c8 B'])).toBe('play c7 B');
    expect(actionFor('c7', ['play c7 A', 'play c7 B'])).toBeNull();
    expect(actionFor('play', ['play c7 A'])).toBeNull();
  });

  it('is drawn from its view, and played by touching it', () => {
    const acted: string[] = [];
    const seats = [{ hand: ['c7', 'c8'] }, { hand: [null, null] }];
    const session = {
      table,
      seat: 0,
      pending: null,
      legal: ['play c7 B'],
      update: { view: { question: 'play', leader: 1, deck: 3, seats } },
      act: (action: string) => acted.push(action),
    } as unknown as Session;
    const board = mount(Board, { target: document.body, props: { session, voice } });
    expect(document.body.textContent).toContain(`${seatNamed(1)} leads`);
    expect(document.querySelectorAll('.covered')).toHaveLength(2);
    expect(document.body.textContent).not.toContain('question');
    document.querySelector<HTMLButtonElement>('[data-target="play c7 B"]')?.click();
    document.querySelector<HTMLButtonElement>('[data-way="play c7 B"]')?.click();
    expect(acted).toEqual(['play c7 B', 'play c7 B']);
    void unmount(board);
  });

  it('is asked about once, and known from then on', async () => {
    expect(gameClient('sea-dig')).toBeNull();
    expect(gameTitle('sea-dig')).toBe('sea-dig');
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(JSON.stringify(WORDS)));
    });
    const found = await findClient('sea-dig');
    expect(await findClient('sea-dig')).toBe(found);
    expect(asked).toEqual(['/api/games/sea-dig/words']);
    expect(gameTitle('sea-dig')).toBe('Dig');
    expect((await findClient('jamaica')).name).toBe('jamaica');
  });
});
