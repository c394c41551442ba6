import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../src/api';
import { table as game } from '../src/games/jolly_and_roger/table';
import { readEyes, readMoment, type Eyes } from '../src/replay/eyes';
import { keyOf } from '../src/replay/keys';
import { Replay } from '../src/replay/replay.svelte';
import type { Moment } from '../src/wire/messages';
import { tableInfo, view } from './fixtures';

const COUNT = 40;

/** What each pair of eyes saw: another number of cards in the pile. */
function momentAt(number: number, eyes: Eyes): Moment {
  return {
    number,
    seat: number === 0 ? null : 0,
    action: null,
    events: number === 0 ? [] : [{ kind: 'flag_passed', seat: number % 2 }],
    view: { ...view({ turn: number, box: typeof eyes === 'number' ? eyes : 9 }) },
    waiting: [number % 2],
    scores: null,
    result: number === COUNT - 1 ? [1, 0] : null,
  };
}

const told = (): Promise<void> => new Promise((done) => setTimeout(done));

async function replayAt(moment: number, eyes: Eyes = 'all'): Promise<Replay> {
  const replay = new Replay({
    table: { ...tableInfo, status: 'over' },
    game,
    eyes,
    moment,
    fetching: (whose) => (first, count) =>
      Promise.resolve({
        count: COUNT,
        moments: Array.from({ length: COUNT }, (_, number) => momentAt(number, whose)).slice(
          first,
          first + count,
        ),
      }),
  });
  await replay.start();
  await told();
  return replay;
}

const turnOf = (replay: Replay): unknown => replay.session.update?.view.turn;

describe('a replay', () => {
  beforeEach(() => vi.useRealTimers());

  it('shows the moment of the address, with the log up to it', async () => {
    const replay = await replayAt(30, 1);
    expect(turnOf(replay)).toBe(30);
    expect(replay.session.seat).toBe(1);
    expect(replay.session.isReplay).toBe(true);
    expect(replay.session.log).toHaveLength(30);
    expect(replay.count).toBe(COUNT);
    expect(replay.told).toBe(true);
  });

  it('steps on and back, and the log with it', async () => {
    const replay = await replayAt(5);
    replay.step(1);
    await told();
    expect(turnOf(replay)).toBe(6);
    expect(replay.session.log.map((entry) => entry.event.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    replay.step(-3);
    await told();
    expect(turnOf(replay)).toBe(3);
    expect(replay.session.log.map((entry) => entry.event.seq)).toEqual([1, 2, 3]);
    expect(new Set(replay.session.log.map((entry) => entry.id)).size).toBe(3);
  });

  it('stays within the game', async () => {
    const replay = await replayAt(2);
    replay.step(-10);
    await told();
    expect(replay.moment).toBe(0);
    replay.jump(999);
    await told();
    expect(replay.moment).toBe(COUNT - 1);
    expect(replay.session.update?.result).toEqual([1, 0]);
  });

  it('shows the same moment through other eyes', async () => {
    const replay = await replayAt(7, 0);
    expect(replay.session.update?.view.box).toBe(0);
    replay.see(1);
    await told();
    expect(replay.session.seat).toBe(1);
    expect(replay.session.update?.view.box).toBe(1);
    expect(turnOf(replay)).toBe(7);
    replay.see('all');
    await told();
    expect(replay.session.seat).toBeNull();
    expect(replay.session.update?.view.box).toBe(9);
  });

  it('offers nothing to do', async () => {
    const replay = await replayAt(4, 0);
    expect(replay.session.myTurn).toBe(true);
    expect(replay.session.legal).toEqual([]);
    expect(replay.session.denied).toEqual([]);
  });

  it('runs to the end by itself, and stops when asked', async () => {
    const replay = await replayAt(COUNT - 3);
    vi.useFakeTimers();
    replay.speed = 4;
    replay.toggle();
    expect(replay.playing).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(replay.moment).toBe(COUNT - 1);
    expect(replay.playing).toBe(false);
    replay.toggle();
    await vi.advanceTimersByTimeAsync(700);
    expect(replay.moment).toBeGreaterThan(0);
    replay.toggle();
    const here = replay.moment;
    await vi.advanceTimersByTimeAsync(5000);
    expect(replay.moment).toBe(here);
  });

  it('says why a moment could not be fetched, and tries again', async () => {
    let fails = true;
    const replay = new Replay({
      table: tableInfo,
      game,
      eyes: 0,
      moment: 1,
      fetching: (eyes) => () => {
        const lost = new Refusal(0, {
          code: 'no_connection',
          reason: '',
          rule: null,
          details: null,
        });
        if (fails) return Promise.reject(lost);
        return Promise.resolve({ count: 2, moments: [momentAt(0, eyes), momentAt(1, eyes)] });
      },
    });
    await replay.start();
    expect(replay.trouble?.code).toBe('no_connection');
    fails = false;
    await replay.start();
    expect(replay.trouble).toBeNull();
    expect(replay.count).toBe(2);
  });

  it('has four speeds', async () => {
    const replay = await replayAt(0);
    for (let press = 0; press < 5; press++) replay.hurry(1);
    expect(replay.speed).toBe(4);
    for (let press = 0; press < 5; press++) replay.hurry(-1);
    expect(replay.speed).toBe(0.5);
  });
});

describe('the address of a replay', () => {
  it('names eyes of this table, or all cards are open', () => {
    expect(readEyes('1', 2)).toBe(1);
    expect(readEyes('spectator', 2)).toBe('spectator');
    expect([null, '', '2', 'x', '-1'].map((text) => readEyes(text, 2))).toEqual(
      Array(5).fill('all'),
    );
  });

  it('names a moment, or it begins at the start', () => {
    expect(readMoment('42')).toBe(42);
    expect([null, '', '-1', '1.5', 'x'].map(readMoment)).toEqual(Array(5).fill(0));
  });
});

describe('keys in a replay', () => {
  function pressed(key: string, html = '<p></p>', change: KeyboardEventInit = {}): unknown {
    document.body.innerHTML = html;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, ...change });
    let does: unknown = null;
    addEventListener('keydown', (heard) => (does = keyOf(heard)), { once: true });
    document.body.firstElementChild?.dispatchEvent(event);
    return does;
  }

  it('move through time', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', ' ', '+'].map((key) => pressed(key))).toEqual(
      [-1, 1, 'first', 'last', 'play', 'faster'],
    );
    expect(pressed('a')).toBeNull();
    expect(pressed('ArrowLeft', '<p></p>', { ctrlKey: true })).toBeNull();
  });

  it('belong to what is written in, pressed or scrolled', () => {
    expect(pressed('ArrowLeft', '<input />')).toBeNull();
    expect(pressed('ArrowLeft', '<input type="radio" />')).toBeNull();
    expect(pressed(' ', '<button></button>')).toBeNull();
    expect(pressed('ArrowRight', '<button></button>')).toBe(1);
    expect(pressed('Home', '<div role="log"></div>')).toBeNull();
    expect(pressed(' ', '<input type="range" />')).toBe('play');
  });
});
