import { describe, expect, it } from 'vitest';
import {
  chooseSeat,
  companyOf,
  listed,
  optionValue,
  resized,
  seatsFor,
  tableWish,
  ticked,
  usualTerms,
  type Terms,
} from '../src/lobby/wishes';
import { ruleBlocks } from '../src/table/ruletext';
import type { GameInfo } from '../src/wire/messages';

const info: GameInfo = {
  name: 'some-game',
  version: 1,
  seats: [2, 4],
  options: {},
  verbs: {},
  bots: ['random', 'greedy'],
};

describe('the wish for a table', () => {
  it('seats me first, among bots, friends, or people at this device', () => {
    expect(seatsFor('bots', info, 3)).toEqual(['me', 'bot:greedy', 'bot:greedy']);
    expect(seatsFor('friends', info, 2)).toEqual(['me', 'open']);
    expect(seatsFor('here', info, 3)).toEqual(['me', 'here', 'here']);
  });

  it('knows which company sits there, if it is one', () => {
    expect(companyOf(['me', 'open', 'open'], info)).toBe('friends');
    expect(companyOf(['me', 'open', 'bot:random'], info)).toBeNull();
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
    expect(wish).toMatchObject({ clock_s: 120, stand_in: 'greedy', is_public: false });
  });

  it('has a clock for a decision, or days, or none; extra time goes with a live clock', () => {
    const wish = (terms: Partial<Terms>) =>
      tableWish(info, ['me', 'open'], {}, { ...usualTerms(info), reserve: 300, ...terms });
    expect(wish({})).toMatchObject({ clock_s: 120, reserve_s: 300 });
    expect(wish({ clock: 0 })).toMatchObject({ clock_s: null, reserve_s: 0 });
    expect(wish({ tempo: 'days', days: 3 })).toMatchObject({ clock_s: 259_200, reserve_s: 0 });
  });

  it('reads values as their option takes them', () => {
    const base = { default: 1, values: [], low: 0, high: 9 };
    expect(optionValue({ ...base, kind: 'number' }, '4')).toBe(4);
    expect(optionValue({ ...base, kind: 'switch' }, 'false')).toBe(false);
    expect(optionValue({ ...base, kind: 'choice' }, 'x')).toBe('x');
  });

  it('keeps the names of a list in the order of its option', () => {
    const stars = { kind: 'list' as const, default: '', values: ['a', 'b', 'c'], low: 0, high: 0 };
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
