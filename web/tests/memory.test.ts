import { describe, expect, it } from 'vitest';
import { forget } from '../src/games/jolly_and_roger/memory';

const story = [
  { kind: 'turn_began', turn: 1 },
  { kind: 'parrot_placed', seat: 0, ship: 'red', card: 'green_3' },
  { kind: 'parrot_placed', seat: 1, ship: 'red', card: 'blue_1' },
  { kind: 'reinforced', seat: 1, ship: 'red', card: 'red_2' },
  { kind: 'turn_began', turn: 2 },
  { kind: 'boarded', seat: 1, ship: 'red', card: 'red_1' },
];

describe('closed memory', () => {
  it('forgets what others laid face down when the turn is over', () => {
    const cards = forget(story, 0).map((event) => event.card);
    expect(cards).toEqual([undefined, 'green_3', undefined, 'red_2', undefined, 'red_1']);
  });

  it('lets a spectator remember nobody\u2019s parrots', () => {
    const cards = forget(story, null).map((event) => event.card);
    expect(cards).toEqual([undefined, undefined, undefined, 'red_2', undefined, 'red_1']);
  });

  it('keeps everything else that is known of a parrot', () => {
    expect(forget(story, 0)[2]).toEqual({ kind: 'parrot_placed', seat: 1, ship: 'red' });
  });
});
