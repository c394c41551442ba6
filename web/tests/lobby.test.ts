import { describe, expect, it } from 'vitest';
import {
  chooseSeat,
  companyOf,
  leveled,
  levelOf,
  listed,
  optionGroups,
  optionValue,
  resized,
  seatsFor,
  tableWish,
  ticked,
  usualSeats,
  usualTerms,
  type Terms,
} from '../src/lobby/wishes';
import { ruleBlocks } from '../src/table/ruletext';
import type { GameInfo, OptionInfo } from '../src/wire/messages';

const info: GameInfo = {
  name: 'some-game',
  version: 1,
  seats: [2, 4],
  options: {},
  verbs: {},
  bots: ['deckhand', 'bosun', 'captain'],
  guided: false,
  puzzles: 0,
  editions: [],
};

describe('the wish for a table', () => {
  it('seats me first, among bots, friends, or people at this device', () => {
    expect(seatsFor('bots', info, 3)).toEqual(['me', 'bot:bosun', 'bot:bosun']);
    expect(seatsFor('friends', info, 2)).toEqual(['me', 'open']);
    expect(seatsFor('here', info, 3)).toEqual(['me', 'here', 'here']);
  });

  it('knows which company sits there, if it is one', () => {
    expect(companyOf(['me', 'open', 'open'], info)).toBe('friends');
    expect(companyOf(['me', 'open', 'bot:random'], info)).toBeNull();
    expect(companyOf(['me', 'bot:captain', 'bot:deckhand'], info)).toBe('bots');
  });

  it('gives all bots one level, and nobody else', () => {
    expect(levelOf(['me', 'bot:captain', 'open', 'bot:captain'])).toBe('captain');
    expect(levelOf(['me', 'bot:captain', 'bot:bosun'])).toBeNull();
    expect(levelOf(['me', 'open'])).toBeNull();
    expect(leveled(['me', 'bot:captain', 'open'], 'bosun')).toEqual(['me', 'bot:bosun', 'open']);
    expect(seatsFor('bots', info, 2, 'captain')).toEqual(['me', 'bot:captain']);
  });

  it('has four seats unless the game takes fewer, or asks for more', () => {
    const counts = ([2, 2, 2, 3, 5] as const).map((least, place) =>
      usualSeats({ ...info, seats: [least, [2, 6, 9, 10, 8][place]!] }),
    );
    expect(counts).toEqual([2, 4, 4, 4, 5]);
  });

  it('grows and shrinks with the number of seats', () => {
    expect(resized(['me', 'here'], 4)).toEqual(['me', 'here', 'here', 'here']);
    expect(resized(['bot:random', 'me'], 3)).toEqual(['bot:random', 'me', 'open']);
    expect(resized(['me', 'open', 'open'], 2)).toEqual(['me', 'open']);
  });

  it('has one seat for me only', () => {
    expect(chooseSeat(['me', 'bot:random'], 1, 'me')).toEqual(['open', 'me']);
  });

  it('leaves the seats of people open, and names the bots', () => {
    const wish = tableWish(info, ['me', 'here', 'bot:random'], { a: 1 }, usualTerms(info));
    expect(wish.seats).toEqual([
      { kind: 'open' },
      { kind: 'open' },
      { kind: 'bot', bot: 'random' },
    ]);
    expect(wish).toMatchObject({ clock_s: 120, stand_in: 'captain', is_public: false });
  });

  it('has a clock for a decision, or days, or none; extra time goes with a live clock', () => {
    const wish = (terms: Partial<Terms>) =>
      tableWish(info, ['me', 'open'], {}, { ...usualTerms(info), reserve: 300, ...terms });
    expect(wish({})).toMatchObject({ clock_s: 120, reserve_s: 300 });
    expect(wish({ clock: 0 })).toMatchObject({ clock_s: null, reserve_s: 0 });
    expect(wish({ tempo: 'days', days: 3 })).toMatchObject({ clock_s: 259_200, reserve_s: 0 });
  });

  it('reads values as their option takes them', () => {
    const base = { default: 1, alone: 1, values: [], low: 0, high: 9, origin: 'ours' as const };
    expect(optionValue({ ...base, kind: 'number' }, '4')).toBe(4);
    expect(optionValue({ ...base, kind: 'switch' }, 'false')).toBe(false);
    expect(optionValue({ ...base, kind: 'choice' }, 'x')).toBe('x');
  });

  it('shows options by where they come from, and no empty group', () => {
    const one = (origin: OptionInfo['origin']): OptionInfo => ({
      kind: 'switch',
      default: true,
      alone: true,
      values: [],
      low: 0,
      high: 0,
      origin,
    });
    const options = { guard: one('ours'), stars: one('printed'), timer: one('printed') };
    const groups = optionGroups({ ...info, options });
    expect(groups.map(({ origin, group }) => [origin, group.map(([name]) => name)])).toEqual([
      ['printed', ['stars', 'timer']],
      ['ours', ['guard']],
    ]);
  });

  it('keeps the names of a list in the order of its option', () => {
    const stars = {
      kind: 'list' as const,
      default: '',
      alone: '',
      values: ['a', 'b', 'c'],
      low: 0,
      high: 0,
      origin: 'ours' as const,
    };
    expect(listed('')).toEqual([]);
    expect(ticked(stars, '', 'c', true)).toBe('c');
    expect(ticked(stars, 'c', 'a', true)).toBe('a,c');
    expect(ticked(stars, 'a,c', 'c', false)).toBe('a');
  });
});

describe('the text of a rule', () => {
  it('is cut into paragraphs, items, bold words and names of rules', () => {
    const blocks = ruleBlocks('One **bold** word, see JNR-F13.\n\n- first\n- second <b>x</b>');
    expect(blocks.map((block) => block.item)).toEqual([false, true, true]);
    expect(blocks[0]?.spans.map((span) => span.kind)).toEqual([
      'text',
      'bold',
      'text',
      'rule',
      'text',
    ]);
    expect(blocks[2]?.spans[0]?.text).toBe('second <b>x</b>');
  });
});
