import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { client } from '../src/games/tortuga_1667';
import {
  alone,
  possible,
  readAsk,
  readAsks,
  ready,
  reasonFor,
  stateOf,
  tapped,
} from '../src/games/tortuga_1667/asks';
import { between } from '../src/games/tortuga_1667/between';
import { lasts, motions } from '../src/games/tortuga_1667/motions';
import { keepNotes, readNotes } from '../src/games/tortuga_1667/notes';
import { outlookOf } from '../src/games/tortuga_1667/outlook';
import { recordOf } from '../src/games/tortuga_1667/record';
import { sceneOf, voteOf } from '../src/games/tortuga_1667/scene';
import { secrets } from '../src/games/tortuga_1667/secrets.svelte';
import { capacity, FLAT, room, standing, UPRIGHT } from '../src/games/tortuga_1667/sheet';
import { table as game } from '../src/games/tortuga_1667/table';
import { keptBy, questionOf, ranksOf, TREASURIES } from '../src/games/tortuga_1667/view';
import { actionText, eventLine } from '../src/games/tortuga_1667/words';
import { LANGUAGES, speech } from '../src/i18n/speech.svelte';
import { STATIC, type GameEvent, type View } from '../src/wire/tortuga_1667';
import { textKeys } from './fixtures';
import {
  DENIED,
  events,
  LEGAL,
  NO_KEPT,
  preview,
  seat,
  sent,
  sessionWith,
  telling,
  update,
  view,
  voice,
} from './tortuga_1667.fixtures';

beforeEach(() => localStorage.clear());

afterEach(() => {
  speech.speak('en');
  secrets.close();
});

const GAP =
  /[{}]|\b(event|card|place|treasury|vote|outcome|cause|ending|action|look|rank|character)\.\w/;
const ACTIONS = [
  'peek 1 4',
  'peek 3 3',
  'reveal 2',
  'force 1 4 3',
  'row TO',
  'letter 3 FD',
  'attack',
  'maroon 2',
  'mutiny',
  'smuggle FD.B',
  'brawl',
  'stow JR.F',
  'stand TO9',
  'atlantis',
  'pass',
  'hold_atlantis',
  'ask_atlantis',
  'pick 2',
  'hesitate',
  'vote VC08',
  'vote_two VC01 VC14',
  'take SG FD.B',
  'decline',
  'keep',
  'target 3',
  'give VC03',
  'explode BF',
  'fountain',
  'accept',
];

describe('the words of Tortuga 1667', () => {
  it('are tested for every kind of event there is', () => {
    const wire = readFileSync('src/wire/tortuga_1667.ts', 'utf8');
    const kinds = [...wire.matchAll(/\| \{ kind: "(\w+)"/g)].map((match) => match[1]);
    expect(new Set(events.map((event) => event.kind))).toEqual(new Set(kinds));
  });

  it.each(LANGUAGES)('tell every event in %s', (language) => {
    speech.speak(language);
    for (const event of events) {
      const sentence = eventLine(event, telling());
      const line = voice.t(sentence!.key, sentence!.values);
      expect(line, event.kind).not.toMatch(GAP);
      expect(line, event.kind).not.toMatch(/undefined|NaN/);
      expect(line.length, event.kind).toBeGreaterThan(8);
    }
  });

  it.each(LANGUAGES)('say every action in %s', (language) => {
    speech.speak(language);
    for (const step of ['acting', 'pistol_target', 'map_target', 'fever_target', 'crows_target']) {
      const shown = view({
        step: step === 'acting' ? 'pistol_target' : step,
        force: { forcer: 1, forced: 0, picker: 0, slots: [1, 4] },
        crows_nest: { seat: 0, other: 1, left: 2, pool: ['VC01', 'VC03', 'VC03'] },
      });
      for (const action of ACTIONS) {
        const text = actionText(action, shown, telling());
        expect(text, action).not.toMatch(GAP);
        expect(text, action).not.toMatch(/undefined|NaN|\?/);
      }
    }
  });

  it.each(LANGUAGES)('look ahead in %s', (language) => {
    speech.speak(language);
    for (const action of ACTIONS) {
      const pawns = [sent(0, 'JR', 2, { ranks: ['first_mate', 'cabin_boy'] })];
      const told = { pawns, heirs: [2, 3], struck: action === 'row BJ', fountain: 1 };
      const shown = view({ previews: [preview(action, told)] });
      for (const { key, values } of outlookOf(action, shown, telling()).sentences) {
        expect(voice.t(key, values), action).not.toMatch(GAP);
      }
    }
  });

  it('have the same keys in every language', () => {
    const keys = (language: 'en' | 'de' | 'pl') => textKeys(client.texts[language]);
    expect(keys('de')).toEqual(keys('en'));
    expect(keys('pl')).toEqual(keys('en'));
  });

  it('name every event card, what it does, and every question with a hint', () => {
    for (const { card } of STATIC.events) {
      expect(voice.has(`card.${card}`) && voice.has(`text.${card}`), card).toBe(true);
    }
    for (const { card } of STATIC.votes) expect(voice.has(`card.${card}`), card).toBe(true);
    const asked = Object.keys(client.texts.en).filter((key) => /^question\..*\.you$/.test(key));
    for (const key of asked) expect(voice.has(`hint.${key.split('.')[1]}`), key).toBe(true);
  });

  it('do not tell in the log what was seen in secret', () => {
    const peeked = eventLine(
      events.find(({ kind }) => kind === 'peeked')!,
      telling(),
    )!;
    expect(voice.t(peeked.key, peeked.values)).toBe('Anna peeks at events\u00a01 and\u00a04.');
    const drawn = eventLine(
      events.find(({ kind }) => kind === 'vote_card_drawn')!,
      telling(),
    )!;
    expect(voice.t(drawn.key, drawn.values)).toBe('Anna draws a Vote card.');
  });

  it('name own cards by their place until they are held open', () => {
    secrets.covered = true;
    secrets.close();
    expect(actionText('vote VC08', view(), telling())).toBe('Lay your card\u00a02');
    secrets.look();
    expect(actionText('vote VC08', view(), telling())).toContain('torch, French flag, wheel');
    secrets.hide();
    const nest = { seat: 0, other: 1, left: 2, pool: ['VC01', 'VC03', 'VC03'] };
    const shown = view({ crows_nest: nest });
    expect(actionText('give VC03', shown, telling())).toBe('Give card\u00a02 of the deck');
    secrets.deckOpen = true;
    expect(actionText('give VC03', shown, telling())).toContain('cannon, French flag, skull');
  });
});

describe('a wish', () => {
  const shown = view();
  const asks = readAsks(LEGAL, DENIED, shown);
  const actions = (wish: string[]) => ready(asks, wish, shown).map((ask) => ask.action);

  it('grows by taps until an order is ready', () => {
    let wish = tapped(asks, [], 'slot-1', shown);
    expect(actions(wish)).toEqual(['reveal 1']);
    wish = tapped(asks, wish, 'slot-4', shown);
    expect(actions(wish)).toEqual(['peek 1 4']);
    wish = tapped(asks, wish, 'seat-2', shown);
    expect(actions(wish)).toEqual(['force 1 4 2']);
    wish = tapped(asks, wish, 'slot-4', shown);
    expect(wish).toEqual(['slot-1', 'seat-2']);
    expect(actions(wish)).toEqual([]);
  });

  it('begins anew with a thing that does not go with it', () => {
    expect(tapped(asks, ['slot-1', 'slot-4'], 'deed-attack', shown)).toEqual(['deed-attack']);
    expect(tapped(asks, ['slot-1', 'slot-4'], 'slot-5', shown)).toEqual(['slot-4', 'slot-5']);
    expect(tapped(asks, ['seat-4'], 'place-JR', shown)).toEqual(['seat-4']);
  });

  it('knows what glows, what is chosen and what is impossible', () => {
    const state = (wish: string[], one: string) => stateOf(asks, wish, one, shown);
    expect(state([], 'slot-3')).toBe('glowing');
    expect(state(['slot-3'], 'slot-3')).toBe('chosen');
    expect(state([], 'deed-mutiny')).toBe('denied');
    expect(state([], 'seat-3')).toBe('quiet');
    expect(reasonFor(asks, [], 'hold-FD.B', shown)?.rule).toBe('T67-A9');
    expect(alone(asks, 'place-BF', shown)).toBe(true);
    expect(possible(asks, ['slot-1', 'slot-4'], shown)).toHaveLength(3);
  });

  it('takes one card for another of the same kind', () => {
    const twins = view({ seats: [seat(0, { hand: ['VC03', 'VC03', 'VC05'] }), seat(1)] });
    const votes = readAsks(['vote VC03', 'vote VC05', 'vote_two VC03 VC03'], [], twins);
    const found = (wish: string[]) => ready(votes, wish, twins).map((ask) => ask.action);
    expect(found(['card-1'])).toEqual(['vote VC03']);
    expect(found(['card-0', 'card-1'])).toEqual(['vote_two VC03 VC03']);
    expect(found(['card-2'])).toEqual(['vote VC05']);
    expect(readAsk('vote VC14', twins).things).toEqual([]);
  });
});

describe('a look ahead', () => {
  const look = (action: string, told: Parameters<typeof preview>[1] | null = null) =>
    outlookOf(action, view({ previews: told ? [preview(action, told)] : [] }), telling());
  const keys = (action: string, told: Parameters<typeof preview>[1] | null = null) =>
    look(action, told).sentences.map(({ key }) => key);

  it('tells where a pirate lands, and who follows as captain', () => {
    const outlook = look('row BF', { pawns: [sent(0, 'BF', 1)], heirs: [2] });
    expect(outlook.marks).toEqual([{ seat: 0, place: 'BF', rank: 0 }]);
    expect(outlook.sentences.map(({ key }) => key)).toEqual(['look.boat', 'look.heir']);
    const marooned = look('maroon 2', { pawns: [sent(2, 'TO', 2)] });
    expect(marooned.marks).toEqual([{ seat: 2, place: 'TO', rank: 1 }]);
    const landing = { pawns: [sent(0, 'JR', 2, { ranks: ['cabin_boy'] })], heirs: [3] };
    expect(keys('atlantis', landing)).toEqual(['look.row', 'look.becomes', 'look.heir.island']);
  });

  it('knows nothing that the server does not say', () => {
    for (const action of ['row BF', 'maroon 2', 'attack', 'take SG FD.F', 'letter 3 JR']) {
      expect(look(action)).toEqual({ sentences: [], marks: [], chest: null });
    }
  });

  it('tells of chests', () => {
    const outlook = look('take SG FD.F', { chests: { SG: -1, 'FD.F': 1 }, french: 5 });
    expect(outlook.sentences[0]?.values).toEqual({ british: 2, french: 5 });
    expect(outlook.chest).toEqual({ from: 'SG', to: 'FD.F' });
    expect(look('stow FD.B', { chests: { 'FD.B': 1 } }).chest).toEqual({ from: null, to: 'FD.B' });
  });

  it('says who votes and what there is to win', () => {
    const voters = [0, 2];
    const attack = ['look.attack', 'look.voters'];
    expect(keys('attack', { voters, loot: 2, galleon: true })).toEqual([
      ...attack,
      'look.attack.galleon',
    ]);
    expect(keys('attack', { voters, loot: 2 })).toEqual([...attack, 'look.attack.ship']);
    expect(keys('attack', { voters })).toEqual([...attack, 'look.attack.nothing']);
    expect(keys('mutiny', { voters: [] })).toEqual(['look.mutiny', 'look.voters.none']);
  });

  it('warns of a second albatross, of lost cards, and of the Fountain', () => {
    const pawns = [sent(1, 'TO', 3), sent(3, 'TO', 2)];
    expect(keys('letter 3 JR', { pawns, struck: true })).toEqual(['look.letter', 'look.albatross']);
    expect(keys('row JR', { pawns, struck: true })).toEqual(['look.albatross']);
    const again = { pawns: [sent(3, 'TO', 1, { loses_card: true })], fountain: 3 };
    expect(keys('target 3', again)).toEqual(['look.maroon.again', 'look.fountain']);
  });

  it('names whom it maroons, even if nothing becomes of it', () => {
    expect(look('target 3', { pawns: [] }).sentences).toEqual([
      { key: 'look.maroon', values: { name: telling().who(3) } },
    ]);
  });

  it('reminds of what was seen without naming it', () => {
    expect(keys('reveal 2')).toEqual(['look.reveal', 'look.seen']);
    expect(keys('reveal 1')).toEqual(['look.reveal']);
  });
});

describe('the story', () => {
  const happened = (...some: Partial<GameEvent>[]) => some as GameEvent[];
  /** The table after the first so many events of a story. */
  const at = (story: GameEvent[], told: number, before: View, after: View): View =>
    between(before, after, story.slice(0, told), story.slice(told));

  it('moves each pawn in its turn, and lets the others close up after it', () => {
    const story = happened(
      { kind: 'rowed', seat: 0, from: 'FD', to: 'BF' },
      { kind: 'marooned', seat: 1, by: 2, cause: 'pistol', from: 'JR' },
    );
    const before = view();
    const after = view({}, { FD: [2, 4], JR: [], TO: [3, 1], BF: 0 });
    expect(at(story, 0, before, after).seats).toEqual(before.seats);
    const first = at(story, 1, before, after);
    expect(first.seats[0]).toMatchObject({ place: 'BF', rank: null });
    expect(first.seats[1]).toMatchObject({ place: 'JR', rank: 1 });
    expect(first.seats[2]).toMatchObject({ place: 'FD', rank: 2 });
    expect(first.ships[0]?.line).toEqual([0, 2, 4]);
    const last = at(story, 2, before, after);
    expect(last.seats).toEqual(after.seats);
    expect([last.ships, last.island, last.boats]).toEqual([after.ships, after.island, after.boats]);
  });

  it('carries chests one after the other', () => {
    const story = happened(
      { kind: 'chest_taken', seat: 0, from: 'SG', to: 'FD.B' },
      { kind: 'brawl_settled', british: 2, french: 0 },
    );
    const before = view();
    const chests = { ...before.chests, SG: 1, 'FD.B': 2, 'TO.B': 2, 'TO.F': 0 };
    const after = view({}, undefined, chests);
    const taken = story.slice(0, 1);
    expect(
      between(before, view({}, undefined, { ...before.chests, SG: 1 }), taken, []).galleon,
    ).toBe(1);
    expect(at(story, 0, before, after).chests).toEqual(before.chests);
    expect(at(story, 2, before, after).chests).toEqual(chests);
    expect(at(story, 2, before, after).british).toBe(after.british);
    const stowed = happened({ kind: 'smuggled', seat: 4, from: 'FD.F', to: 'FD.B' });
    expect(between(before, after, [], stowed).chests).toMatchObject({ SG: 1, 'FD.B': 1 });
  });

  it('lays an event open until it is kept or discarded', () => {
    const story = happened(
      { kind: 'revealed', seat: 0, slot: 2, card: 'albatross' },
      { kind: 'card_kept', seat: 0, card: 'albatross' },
      { kind: 'slot_refilled', slot: 2, deck: 8 },
    );
    const before = view();
    const row = before.row.map((slot) => (slot.slot === 2 ? { ...slot, card: null } : slot));
    const seats = before.seats.map((one) =>
      one.seat === 0 ? { ...one, kept: { ...NO_KEPT, albatrosses: 1 } } : one,
    );
    const previews = [preview('row BF', { pawns: [sent(0, 'BF', 1)] })];
    const after = view({ row, seats, event_deck: 8, card: null, previews });
    const open = at(story, 1, before, after);
    expect(open.card).toEqual({ card: 'albatross', slot: 2, revealer: 0 });
    expect(open.row[1]).toEqual(before.row[1]);
    expect(keptBy(open.seats[0]!)).toEqual([]);
    const kept = at(story, 2, before, after);
    expect(kept.card).toBeNull();
    expect(keptBy(kept.seats[0]!)).toEqual(['albatross']);
    expect(kept.event_deck).toBe(before.event_deck);
    expect(at(story, 3, before, after)).toEqual(after);
  });

  it('shows hands as they are once nothing more comes for them', () => {
    const story = happened({ kind: 'vote_sent', seat: 2 }, { kind: 'vote_sent', seat: 0 });
    const before = view();
    const seats = before.seats.map((one) =>
      [0, 2].includes(one.seat) ? { ...one, hand_count: 2 } : one,
    );
    const counts = (told: number): number[] =>
      at(story, told, before, view({ seats })).seats.map((one) => one.hand_count);
    expect(counts(0)).toEqual([3, 3, 3, 3, 3]);
    expect(counts(1)).toEqual([3, 3, 2, 3, 3]);
    expect(counts(2)).toEqual([2, 3, 2, 3, 3]);
  });

  it('follows a vote to its end, and keeps it for those who missed it', () => {
    const voted = [
      { kind: 'vote_called', seat: 0, vote: 'attack', place: 'FD', voters: [0, 2] },
      { kind: 'vote_sent', seat: 2 },
      { kind: 'vote_sent', seat: 0 },
      { kind: 'votes_shown', vote: 'attack', cards: ['VC01', 'VC06', 'VC09'] },
      {
        kind: 'vote_counted',
        vote: 'attack',
        first: 1,
        second: 1,
        third: 1,
        outcome: 'attack_failed',
      },
    ] as GameEvent[];
    expect(voteOf(voted.slice(0, 2), true)).toMatchObject({ sent: [2], outcome: null });
    expect(voteOf(voted.slice(0, 2), false)).toBeNull();
    expect(voteOf(voted, true)).toMatchObject({ counts: [1, 1, 1], outcome: 'attack_failed' });
    const later = [...voted, { kind: 'votes_shuffled', cards: 20 }] as GameEvent[];
    expect(voteOf(later, true)).toBeNull();
    expect(voteOf(later, false)?.shown).toHaveLength(3);
  });

  it('gives every event its time, and pieces their way', () => {
    for (const event of events) expect(lasts(event)).toBeGreaterThanOrEqual(0);
    const flights = events.flatMap((event) => motions(event).map(({ from, to }) => [from, to]));
    expect(flights).toContainEqual(['treasury-SG', 'treasury-FD.F']);
    expect(flights).toContainEqual(['muster-2', 'ballot-2']);
    expect(flights).toContainEqual(['event-deck', 'slot-2']);
    expect(sceneOf(sessionWith(update()))?.isTelling).toBe(false);
  });
});

describe('the chart', () => {
  it.each([FLAT, UPRIGHT])('has room for five on a ship and nine on the island', (sheet) => {
    for (const place of ['FD', 'JR', 'TO']) {
      const spots = Array.from({ length: capacity(place) }, (_, rank) =>
        standing(sheet, place, rank),
      );
      spots.forEach((one, index) => {
        for (const other of spots.slice(index + 1)) {
          const apart = Math.hypot(one.x - other.x, one.y - other.y);
          expect(apart).toBeGreaterThan(sheet.pawn * 0.85);
        }
      });
    }
    for (const treasury of TREASURIES) {
      const box = room(sheet, treasury);
      expect(box.x).toBeGreaterThan(0);
      expect(box.x + box.width).toBeLessThan(sheet.width);
      expect(box.y + box.height).toBeLessThan(sheet.height);
    }
  });

  it('reads ranks from the lines', () => {
    expect(ranksOf(view(), 1)).toEqual(['captain', 'cabin_boy']);
    expect(ranksOf(view(), 2)).toEqual(['first_mate']);
    expect(ranksOf(view(), 3)).toEqual(['governor']);
    expect(questionOf(view({ step: 'fever_target' }))).toBe('cabin_fever');
    expect(questionOf(view({ step: null }))).toBeNull();
  });
});

describe('the memory of a table', () => {
  it('records who did what in which turn, and nothing that was secret', () => {
    const entries = recordOf(events);
    const kinds = new Set(entries.map((entry) => entry.event.kind));
    for (const kind of ['peeked', 'vote_called', 'chest_taken', 'marooned', 'forced'] as const) {
      expect(kinds.has(kind), kind).toBe(true);
    }
    expect(entries.find((entry) => entry.event.kind === 'peeked')?.turn).toBe(7);
    expect(entries.find((entry) => entry.event.kind === 'marooned')?.seats).toEqual([2, 0]);
    expect(entries.some((entry) => entry.event.kind === 'vote_card_drawn')).toBe(false);
  });

  it('keeps notes for one seat of one table', () => {
    keepNotes('abc', 0, { 2: { belief: 'french', text: 'smuggles' } });
    expect(readNotes('abc', 0)[2]).toEqual({ belief: 'french', text: 'smuggles' });
    expect(readNotes('abc', 1)).toEqual({});
    expect(readNotes('other', 0)).toEqual({});
    localStorage.setItem('broadside.tortuga-1667.notes.abc.0', '{"1":{"belief":"martian"}}');
    expect(readNotes('abc', 0)[1]).toEqual({ belief: null, text: '' });
    localStorage.setItem('broadside.tortuga-1667.notes.abc.0', 'broken');
    expect(readNotes('abc', 0)).toEqual({});
  });

  it('asks once before what ends the game or cannot be asked again', () => {
    const unusual = (action: string, shown = view()) => game.unusual(action, shown as never, 0);
    expect(unusual('hold_atlantis')).toBe('ask.hold_atlantis');
    expect(unusual('decline')).toBe('ask.decline');
    expect(unusual('reveal 1')).toBeNull();
    const row = view().row.map((slot) => ({ ...slot, filled: slot.slot === 1 }));
    expect(unusual('reveal 1', view({ row, last_events: true }))).toBe('ask.reveal_last');
  });
});
