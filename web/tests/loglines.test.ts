import { afterEach, describe, expect, it } from 'vitest';
import { client as jamaicaClient } from '../src/games/jamaica';
import { table as jamaica } from '../src/games/jamaica/table';
import { table as jollyRoger } from '../src/games/jolly_roger/table';
import { table as tortuga } from '../src/games/tortuga_1667/table';
import { LANGUAGES, plain, speech, Voice } from '../src/i18n/speech.svelte';
import type { GameEvent, GameTable } from '../src/table/game';
import { listed } from '../src/table/deals';
import { logLines } from '../src/table/loglines';
import type { Session } from '../src/table/session.svelte';
import type { Story } from '../src/table/teller.svelte';
import { tableInfo, voice as jollyRogerVoice } from './jolly_roger.fixtures';
import { voice as tortugaVoice } from './tortuga_1667.fixtures';

const jamaicaVoice = new Voice(jamaicaClient.texts);
const SEATS = [0, 1, 2, 3];

interface Told {
  events: Record<string, unknown>[];
  game?: GameTable;
  voice?: Voice;
  seat?: number | null;
  story?: Partial<Story> | null;
}

/** What the log says, with the number of each line. */
function lines({
  events,
  game = jollyRoger,
  voice = jollyRogerVoice,
  seat = 0,
  story = null,
}: Told): [number, string][] {
  const log = events.map((event, id) => ({ id, event: { seq: 1, ...event } as GameEvent }));
  const session = { log, happenings: [], seat, table: tableInfo(4), story } as unknown as Session;
  return logLines(session, voice, game).map(({ id, segments }) => [id, plain(segments)]);
}

const drawn = (seat: number, card?: string): GameEvent =>
  ({ kind: 'card_drawn', seat, ...(card ? { card } : {}) }) as unknown as GameEvent;

const HAND = ['cook', 'cook', 'stowaway'];
const deal = SEATS.flatMap((seat) =>
  HAND.map((card) => drawn(seat, seat === 0 ? card : undefined)),
);

afterEach(() => speech.speak('en'));

describe('lines of the log', () => {
  it('tell a deal at once, with one’s own cards', () => {
    expect(lines({ events: deal })).toEqual([
      [0, 'Everybody draws\u00a03\u00a0cards; yours: 2× Cook and Stowaway.'],
    ]);
  });

  it('name nothing to who has seen nothing', () => {
    const events = SEATS.flatMap((seat) => [drawn(seat), drawn(seat)]);
    expect(lines({ events, seat: null })).toEqual([[0, 'Everybody draws\u00a02\u00a0cards.']]);
  });

  it('name all cards seat by seat where all are open', () => {
    const events = SEATS.flatMap((seat) => [drawn(seat, 'cook'), drawn(seat, 'stowaway')]);
    const found = lines({ events, seat: null });
    expect(found.map(([id]) => id)).toEqual([0, 1, 2, 3]);
    expect(found[0]?.[1]).toBe('Anna draws Cook and Stowaway.');
  });

  it('tell who draws more than others', () => {
    const found = lines({ events: [drawn(1), drawn(1), drawn(3), drawn(0, 'cook')] });
    expect(found.map(([, text]) => text)).toEqual([
      expect.stringMatching(/ 2 draws\u00a02\u00a0cards\.$/),
      expect.stringMatching(/ 4 draws\u00a01\u00a0card\.$/),
      'Anna draws the Cook.',
    ]);
  });

  it('keep apart what did not happen at once', () => {
    const events = [...deal, { ...drawn(1), seq: 2 }, { ...drawn(2), seq: 3 }];
    expect(lines({ events }).map(([id]) => id)).toEqual([0, 12, 13]);
  });

  it('wait for the end of what is being acted out', () => {
    const begun = deal.slice(0, 1);
    expect(lines({ events: begun, story: { now: { ...deal[1]!, seq: 1 }, coming: [] } })).toEqual(
      [],
    );
    expect(
      lines({ events: begun, story: { now: null, coming: [{ ...deal[1]!, seq: 1 }] } }),
    ).toEqual([]);
    expect(lines({ events: deal, story: { now: null, coming: [] } })).toHaveLength(1);
  });

  it('lay out and seize prizes at once', () => {
    const prizes = ['gold1', 'gold1', 'rum'];
    const laid = prizes.map((prize) => ({ kind: 'prize_laid', prize }));
    const seized = prizes.map((prize) => ({ kind: 'prize_seized', seat: 0, prize }));
    const found = lines({ events: [...laid, ...seized] });
    expect(found.map(([id]) => id)).toEqual([0, 3]);
    for (const [, text] of found) expect(text).toContain('2× ');
  });

  it.each(LANGUAGES)('are whole in %s, in every game', (language) => {
    speech.speak(language);
    const equal = (kind: string): Record<string, unknown>[] =>
      SEATS.flatMap((seat) => [
        { kind, seat },
        { kind, seat },
      ]);
    const votes = equal('vote_card_drawn');
    const loyalties = SEATS.map((seat) => ({ kind: 'loyalty_dealt', seat }));
    const dealt = equal('card_dealt');
    const race = { game: jamaica, voice: jamaicaVoice };
    const island = { game: tortuga, voice: tortugaVoice };
    const all = [
      ...lines({ events: deal }),
      ...lines({ events: dealt }),
      ...lines({ events: dealt.slice(1) }),
      ...lines({ events: equal('card_drawn'), ...race }),
      ...lines({ events: SEATS.map((seat) => drawn(seat, seat ? undefined : 'A01')), ...race }),
      ...lines({ events: [...votes, ...loyalties], ...island }),
      ...lines({ events: votes.slice(1), ...island }),
    ];
    expect(all).toHaveLength(1 + 1 + 4 + 1 + 1 + 2 + 4);
    for (const [, text] of all) expect(text).not.toMatch(/[{}]|event\.|undefined/);
  });

  it('tell a card for a side of a mutiny once', () => {
    const card = { seat: 1, card: 'cook', side: 'captain' };
    const events = [
      { kind: 'card_played', ...card, use: 'crew', target: -1 },
      { kind: 'side_joined', ...card, captains_crew: 2, mutineers_crew: 1 },
    ];
    const told = lines({ events });
    expect(told).toHaveLength(1);
    expect(told[0]?.[1]).toMatch(/stands by the Captain with the Cook:\u00a02 to\u00a01\.$/);
  });

  it('count what comes several times', () => {
    expect(listed(['a', 'b', 'a'])).toBe('2× a and b');
  });
});
