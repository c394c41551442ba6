import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { table as jamaica } from '../src/games/jamaica/table';
import { sceneOf } from '../src/games/jamaica/scene';
import type { Session } from '../src/table/session.svelte';
import { Stage } from '../src/table/stage';
import { sessionWith, ship, update, view } from './jamaica.fixtures';

/** Let the page catch up, then so many milliseconds of the story pass. */
async function after(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

async function staged(): Promise<Session> {
  const session = sessionWith(update());
  session.game = jamaica;
  session.stage = new Stage(document.createElement('div'), document.createElement('div'));
  await after(1);
  return session;
}

const SAILED = { kind: 'sailed', ship: 1, direction: 'forward', from: 0, path: [1, 2], seq: 11 };
const LOADED = { kind: 'loaded', ship: 1, hold: 3, good: 'gold', tokens: 4, seq: 11 };
const moved = view({ ships: [ship(0), ship(1, { space: 2 }), ship(2), ship(3)] });

describe('a story', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('shows the table as it was at each event, and writes the log as it goes', async () => {
    const session = await staged();
    session.receive(update({ seq: 11, events: [SAILED, LOADED] }, moved));
    await after(1);
    expect(session.story?.now).toBe(SAILED);
    expect(sceneOf(session)).toMatchObject({ isTelling: true, sail: { ship: 1, way: [1, 2] } });
    expect(sceneOf(session)?.view.ships[1]?.space).toBe(0);
    expect(session.log).toHaveLength(0);
    await after(500);
    expect(session.log).toHaveLength(1);
    expect(session.story?.now).toBe(LOADED);
    expect(sceneOf(session)?.view.ships[1]?.space).toBe(2);
    await after(1000);
    expect(session.story).toBeNull();
    expect(session.log).toHaveLength(2);
  });

  it('ends at once when somebody is in a hurry', async () => {
    const session = await staged();
    session.receive(update({ seq: 11, events: [SAILED, LOADED] }, moved));
    await after(1);
    session.stage?.skip();
    await after(1);
    expect(session.story).toBeNull();
    expect(session.log).toHaveLength(2);
  });

  it('is not acted out when much was missed', async () => {
    const session = await staged();
    const many = Array.from({ length: 9 }, (_, index) => ({ ...SAILED, seq: 11 + index }));
    session.receive(update({ seq: 20, events: many }, moved));
    await after(1);
    expect(session.story).toBeNull();
    expect(session.log).toHaveLength(9);
  });
});
