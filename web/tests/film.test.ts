import { describe, expect, it } from 'vitest';
import { Film, PIECE, type Fetching } from '../src/replay/film';
import type { Moment } from '../src/wire/messages';

function momentAt(number: number): Moment {
  return {
    number,
    seat: 0,
    action: null,
    events: [{ kind: 'flag_passed', seat: number % 2 }],
    view: { turn: number },
    waiting: [0],
    scores: null,
    result: null,
  };
}

/** A server with so many moments that notes what it was asked for. */
function archive(count: number): { fetching: Fetching; asked: number[] } {
  const asked: number[] = [];
  const fetching: Fetching = (first, wanted) => {
    asked.push(first);
    const numbers = Array.from({ length: wanted }, (_, index) => first + index);
    const moments = numbers.filter((number) => number < count).map(momentAt);
    return Promise.resolve({ count, moments });
  };
  return { fetching, asked };
}

describe('the film of a game', () => {
  it('fetches one piece for a moment at its start', async () => {
    const { fetching, asked } = archive(100);
    const film = new Film(fetching);
    expect((await film.load(3))?.number).toBe(3);
    expect(film.count).toBe(100);
    expect(asked).toEqual([0]);
    expect(film.past(3)).toHaveLength(4);
  });

  it('fetches the next piece before it is needed, and only that one', async () => {
    const { fetching, asked } = archive(200);
    const film = new Film(fetching);
    await film.load(PIECE - 5);
    expect(asked).toEqual([0, PIECE]);
    await film.load(PIECE - 4);
    expect(asked).toEqual([0, PIECE]);
  });

  it('shows a late moment first, and fetches what came before it afterwards', async () => {
    const { fetching, asked } = archive(80);
    const film = new Film(fetching);
    expect((await film.load(79))?.number).toBe(79);
    expect(asked).toEqual([3 * PIECE]);
    expect(film.past(79)).toBeNull();
    await film.loadPast(79);
    expect(asked).toEqual([3 * PIECE, 2 * PIECE, PIECE, 0]);
    expect(film.past(79)?.map((one) => one.number)).toEqual([...Array(80).keys()]);
  });

  it('ends with the last moment', async () => {
    const film = new Film(archive(30).fetching);
    expect((await film.load(9999))?.number).toBe(29);
  });

  it('asks once for what is on its way, and again for what was lost', async () => {
    const { fetching, asked } = archive(10);
    let fails = true;
    const film = new Film((first, count) => {
      if (!fails) return fetching(first, count);
      fails = false;
      return Promise.reject(new Error('lost'));
    });
    await expect(film.load(1)).rejects.toThrow('lost');
    await Promise.all([film.load(1), film.load(2)]);
    expect(asked).toEqual([0]);
  });
});
