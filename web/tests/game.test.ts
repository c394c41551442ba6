import { describe, expect, it } from 'vitest';
import { readFace } from '../src/games/jolly_and_roger/faces';
import { motions } from '../src/games/jolly_and_roger/motions';
import { actionOf, draftOf, indexesOn, moved, toggled } from '../src/games/jolly_and_roger/split';
import { previewsOf, usesOf } from '../src/games/jolly_and_roger/uses';
import { playable } from '../src/games/jolly_and_roger/view';
import { events, update, view } from './fixtures';

describe('a split draft', () => {
  it('starts from an action and gives it back', () => {
    for (const action of ['split 1', 'split 12', 'split 135', 'split 1345']) {
      expect(actionOf(draftOf(action))).toBe(action);
    }
  });

  it('is named by the set with the first card, wherever that lies', () => {
    const draft = toggled(draftOf('split 12'), 0);
    expect(indexesOn(draft, 'left')).toEqual([1]);
    expect(actionOf(draft)).toBe('split 1345');
  });

  it('can be emptied on one side, which is no legal action', () => {
    const draft = moved(draftOf('split 1234'), 4, 'left');
    expect(actionOf(draft)).toBe('split 12345');
    expect(indexesOn(draft, 'right')).toEqual([]);
  });
});

describe('uses of a card', () => {
  it('come from legal and denied actions only', () => {
    const { legal, denied } = update();
    const uses = usesOf('green_3', legal, denied);
    expect(uses.map((use) => [use.kind, use.ship, use.denied?.code ?? null])).toEqual([
      ['crew', 'green', null],
      ['parrot', 'red', null],
      ['board', 'green', 'board_needs_captain'],
    ]);
    expect(usesOf('blue_1', legal, denied)).toEqual([]);
  });

  it('include a kraken without prey and Tortuga, which need no ship', () => {
    const uses = usesOf('kraken', ['kraken none', 'kraken red', 'tortuga'], []);
    expect(uses.map((use) => use.ship)).toEqual([null, 'red']);
  });
});

describe('a look ahead', () => {
  const seen = view();
  const ships = (action: string) =>
    previewsOf(seen, action).map((one) => [one.ship, one.strength, one.captain, one.chest]);

  it('is what the server says of a play; all parrots on a ship are alike', () => {
    expect(ships('crew green_3')).toEqual([['green', [4, 2], 0, 2]]);
    expect(ships('parrot red_5 green')).toEqual([['green', [2, 2], null, 2]]);
    expect(ships('parrot green_3 green')).toEqual(ships('parrot red_5 green'));
    expect(ships('board red_5')).toEqual([['red', [4, 0], 0, 7]]);
  });

  it('has nothing to show for a split', () => {
    expect(ships('split 12')).toEqual([]);
  });
});

describe('the view', () => {
  it('tells which cards are mine to play', () => {
    expect(playable(view(), 0)).toEqual([0, 1]);
    expect(playable(view(), 1)).toEqual([2, 3, 4]);
  });

  it('names faces', () => {
    expect(readFace('blue_4')).toEqual({ kind: 'pirate', ship: 'blue', value: 4 });
    expect(readFace('kraken')).toEqual({ kind: 'kraken' });
    expect(readFace('purple_9')).toBeNull();
  });
});

describe('motions', () => {
  it('move a played card from its place to the end of the crew', () => {
    const after = view();
    after.laid[0]!.played = true;
    after.ships[0]!.crews[0]!.push({ card: 'green_3', face_up: true, strength: 3 });
    const event = events.find((one) => one.kind === 'reinforced')!;
    expect(motions(event, view(), after)).toEqual([{ from: 'laid-0', to: 'crew-0-green-1' }]);
  });

  it('know every event', () => {
    for (const event of events) expect(Array.isArray(motions(event, view(), view()))).toBe(true);
  });
});
