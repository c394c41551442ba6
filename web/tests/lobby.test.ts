import { describe, expect, it } from 'vitest';
import {
  chooseSeat,
  firstChoices,
  listed,
  optionValue,
  tableWish,
  ticked,
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
  it('seats me first, against bots', () => {
    expect(firstChoices(info, 3)).toEqual(['me', 'bot:greedy', 'bot:greedy']);
  });

  it('has one seat for me only', () => {
    expect(chooseSeat(['me', 'bot:random'], 1, 'me')).toEqual(['open', 'me']);
  });

  it('leaves my own and my friends’ seats open, and names the bots', () => {
    const wish = tableWish(info, ['me', 'open', 'bot:random'], { a: 1 }, 0);
    expect(wish.seats).toEqual([
      { kind: 'open' },
      { kind: 'open' },
      { kind: 'bot', bot: 'random' },
    ]);
    expect(wish.clock_s).toBeNull();
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
