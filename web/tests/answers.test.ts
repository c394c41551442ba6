import { render } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { table as game } from '../src/games/jolly_roger/table';
import KeptStrip from '../src/table/KeptStrip.svelte';
import type { Update } from '../src/wire/messages';
import { CALLS, sessionWith, update, view, voice, windowOf } from './jolly_roger.fixtures';

const told = (): Promise<void> => new Promise((done) => setTimeout(done));
const PLAY = 'play stowaway';

const refused = (id: unknown, code: string) =>
  ({ type: 'refused', id: String(id), code, reason: '', rule: null, details: null }) as const;

/** The others may react to a card that somebody else has played. */
function reacting(change: Partial<Update> = {}): Update {
  const shown = view({ window: { ...windowOf('react'), kind: 'reaction', parent: 'call_2' } });
  const prompt = { question: 'react', rule: 'JR-T6', default: 'decline' };
  return update({ seq: 11, question: 21, prompt, legal: ['decline', 'traitor'], ...change }, shown);
}

async function seated() {
  const { session, sent } = sessionWith(update({ question: 15 }));
  await told();
  const acts = () => sent.filter((message) => message.type === 'act');
  return { session, acts };
}

/** A play that came too early: the others may still react to another one. */
async function tooEarly() {
  const { session, acts } = await seated();
  session.act(PLAY);
  session.receive(reacting());
  session.receive(refused(acts()[0]?.id, 'reaction_first'));
  await told();
  return { session, acts };
}

describe('an answer', () => {
  it('names the question of the update that it answers', async () => {
    const { session, acts } = await seated();
    session.act(PLAY);
    expect(acts()).toMatchObject([{ action: PLAY, question: 15 }]);
  });

  it('is none if it is done beside the question', async () => {
    const { session, acts } = await seated();
    session.receive(update({ seq: 11, question: 15, asides: ['withdraw 1'] }));
    await told();
    session.act('withdraw 1');
    expect(acts()).toMatchObject([{ action: 'withdraw 1', question: null, seen: 11 }]);
  });

  it('is done when an update acknowledges it and is shown', async () => {
    const { session, acts } = await seated();
    session.act('done');
    const ack = String(acts()[0]?.id);
    session.receive(update({ seq: 11, question: null, legal: [], ack: 'another' }));
    await told();
    expect(session.pending).toBe('done');
    session.receive(update({ seq: 12, question: null, legal: [], ack }));
    await told();
    expect(session.pending).toBeNull();
  });

  it('that came too late is said so, and stays to be read though the table goes on', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const { session, acts } = await seated();
    session.act('done');
    session.receive(refused(acts()[0]?.id, 'too_late'));
    expect(session.pending).toBeNull();
    expect(session.trouble?.code).toBe('too_late');
    now.mockReturnValue(1500);
    session.receive(update({ seq: 12, question: 17 }));
    await told();
    expect(session.trouble?.code).toBe('too_late');
    now.mockReturnValue(9000);
    session.receive(update({ seq: 13, question: 17 }));
    await told();
    expect(session.trouble).toBeNull();
    now.mockRestore();
  });

  it('of standing orders that came too late is no news', async () => {
    const { session, acts } = await seated();
    session.orders = { passing: true, keeps: [], wakes: [], noMutiny: null };
    session.receive(update({ seq: 11, question: 17 }));
    await told();
    expect(acts()).toMatchObject([{ action: 'pass', question: 17 }]);
    session.receive(refused(acts()[0]?.id, 'too_late'));
    expect(session.trouble).toBeNull();
    expect(acts()).toHaveLength(1);
    session.receive(update({ seq: 12, question: 19 }));
    await told();
    expect(acts()[1]).toMatchObject({ action: 'pass', question: 19 });
  });
});

describe('a play while others may still react', () => {
  it('is kept, said so, and sent again as a new message when the same is asked again', async () => {
    const { session, acts } = await tooEarly();
    expect(session.trouble).toBeNull();
    expect(session.answers.kept).toEqual({ action: PLAY, question: 15 });
    const page = render(KeptStrip, { session, voice, game });
    expect(page.getByTestId('kept').textContent).toContain('Stowaway');
    session.receive(update({ seq: 12, question: 15 }));
    await told();
    expect(acts()[1]).toMatchObject({ action: PLAY, question: 15 });
    expect(acts()[1]?.id).not.toBe(acts()[0]?.id);
    expect(session.answers.kept).toBeNull();
  });

  it('is not sent while nobody knows yet what comes of the reactions', async () => {
    const { session, acts } = await tooEarly();
    session.receive(reacting({ seq: 12, question: null, legal: [], prompt: null }));
    await told();
    expect(acts()).toHaveLength(1);
    expect(session.answers.kept).not.toBeNull();
  });

  it('outlives that its person lets the other play pass, but no other choice', async () => {
    const first = await tooEarly();
    first.session.act('decline');
    expect(first.session.answers.kept).not.toBeNull();
    const second = await tooEarly();
    second.session.act('traitor');
    expect(second.session.answers.kept).toBeNull();
  });

  it('is given up when its person wants it no more', async () => {
    const { session, acts } = await tooEarly();
    render(KeptStrip, { session, voice, game }).getByTestId('kept-drop').click();
    session.receive(update({ seq: 12, question: 15 }));
    await told();
    expect(acts()).toHaveLength(1);
    expect(session.trouble).toBeNull();
  });

  it('is given up, and said so, when something else is asked or it is not possible', async () => {
    for (const change of [{ question: 23 }, { question: 15, legal: CALLS.slice(0, 2) }]) {
      const { session, acts } = await tooEarly();
      session.receive(update({ seq: 12, ...change }));
      await told();
      expect(acts().filter((act) => act.action === PLAY)).toHaveLength(1);
      expect(session.answers.kept).toBeNull();
      expect(session.trouble?.code).toBe('too_late');
    }
  });

  it('is forgotten when the table goes back', async () => {
    const { session, acts } = await tooEarly();
    session.receive({ type: 'rewound', seq: 12 });
    session.receive(update({ seq: 12, question: 15 }));
    await told();
    expect(acts()).toHaveLength(1);
  });
});
