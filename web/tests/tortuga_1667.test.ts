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
import { lasts, motions } from '../src/games/tortuga_1667/motions';
import { keepNotes, readNotes } from '../src/games/tortuga_1667/notes';
import { outlookOf } from '../src/games/tortuga_1667/outlook';
import { recordOf } from '../src/games/tortuga_1667/record';
import { replayed } from '../src/games/tortuga_1667/replay';
import { sceneOf, voteOf } from '../src/games/tortuga_1667/scene';
import { secrets } from '../src/games/tortuga_1667/secrets.svelte';
import { capacity, FLAT, room, standing, UPRIGHT } from '../src/games/tortuga_1667/sheet';
import { table as game } from '../src/games/tortuga_1667/table';
import { keptBy, questionOf, ranksOf, TREASURIES } from '../src/games/tortuga_1667/view';
import { actionText, eventLine } from '../src/games/tortuga_1667/words';
import { LANGUAGES, speech } from '../src/i18n/speech.svelte';
import { STATIC, type GameEvent } from '../src/wire/tortuga_1667';
import { textKeys } from './fixtures';
import {
  DENIED,
  events,
  LEGAL,
  NO_KEPT,
  seat,
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
    const shown = view({ step: 'pistol_target' });
    for (const action of ACTIONS) {
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
    expect(voice.t(peeked.key, peeked.values)).toBe('Anna peeks at events 1 and 4.');
    const drawn = eventLine(
      events.find(({ kind }) => kind === 'vote_card_drawn')!,
      telling(),
    )!;
    expect(voice.t(drawn.key, drawn.values)).toBe('Anna draws a Vote card.');
  });

  it('name own cards by their place until they are held open', () => {
    expect(actionText('vote VC08', view(), telling())).toBe('Lay your card 2');
    secrets.look();
    expect(actionText('vote VC08', view(), telling())).toContain('torch, French flag, wheel');
    secrets.hide();
    const nest = { seat: 0, other: 1, left: 2, pool: ['VC01', 'VC03', 'VC03'] };
    const shown = view({ crows_nest: nest });
    expect(actionText('give VC03', shown, telling())).toBe('Give card 2 of the deck');
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
  const keys = (action: string, shown = view()) =>
    outlookOf(action, shown, telling()).sentences.map(({ key }) => key);

  it('tells where a pirate lands, and who follows as captain', () => {
    const outlook = outlookOf('row BF', view(), telling());
    expect(outlook.marks).toEqual([{ seat: 0, place: 'BF', rank: 0 }]);
    expect(outlook.sentences.map(({ key }) => key)).toEqual(['look.boat', 'look.heir']);
    const marooned = outlookOf('maroon 2', view(), telling());
    expect(marooned.marks).toEqual([{ seat: 2, place: 'TO', rank: 1 }]);
  });

  it('counts chests', () => {
    const outlook = outlookOf('take SG FD.F', view(), telling());
    expect(outlook.sentences[0]?.values).toEqual({ british: 2, french: 5 });
    expect(outlook.chest).toEqual({ from: 'SG', to: 'FD.F' });
    const smuggled = outlookOf('smuggle FD.B', view(), telling());
    expect(smuggled.sentences[0]?.values).toEqual({ british: 3, french: 3 });
    expect(smuggled.chest).toEqual({ from: 'FD.F', to: 'FD.B' });
  });

  it('says who votes and what there is to win', () => {
    expect(keys('attack')).toEqual(['look.attack', 'look.voters', 'look.attack.galleon']);
    const empty = view({ galleon: 0 });
    expect(keys('attack', empty)).toContain('look.attack.ship');
    const seats = view().seats.map((one) => ({ ...one, hand_count: 0 }));
    expect(keys('mutiny', view({ seats }))).toEqual(['look.mutiny', 'look.voters.none']);
  });

  it('warns of a second albatross, of lost cards, and of the Fountain', () => {
    const seats = view().seats.map((one) => ({
      ...one,
      kept: { ...NO_KEPT, albatrosses: 1, fountain_of_youth: one.seat === 3 },
    }));
    const ships = view().ships.map((one) => ({ ...one, albatrosses: 1 }));
    expect(keys('letter 3 JR', view({ seats, ships }))).toContain('look.albatross');
    const shown = view({ seats, step: 'pistol_target' });
    expect(keys('target 3', shown)).toEqual(['look.maroon.again', 'look.fountain']);
  });

  it('reminds of what was seen without naming it', () => {
    expect(keys('reveal 2')).toEqual(['look.reveal', 'look.seen']);
    expect(keys('reveal 1')).toEqual(['look.reveal']);
  });
});

describe('the story', () => {
  const told = (...some: Partial<GameEvent>[]) => replayed(view(), some as GameEvent[]);

  it('moves pawns, and with them the ranks', () => {
    const after = told({ kind: 'rowed', seat: 0, from: 'FD', to: 'BF' });
    expect(after.ships[0]).toMatchObject({ line: [2, 4], captain: 2, cabin_boy: 4 });
    expect(after.boats[0]?.seat).toBe(0);
    expect(after.seats[0]).toMatchObject({ place: 'BF', rank: null });
    const marooned = replayed(after, [
      { kind: 'marooned', seat: 0, by: 0, cause: 'black_powder', from: 'BF' },
      { kind: 'boat_exploded', seat: 0, boat: 'BF' },
    ] as GameEvent[]);
    expect(marooned.island.line).toEqual([3, 0]);
    expect(marooned.boats[0]).toMatchObject({ seat: null, exploded: true });
    const swapped = told({ kind: 'swapped', seat: 0, other: 3, from: 'FD', to: 'TO' });
    expect([swapped.ships[0]?.line, swapped.island.line]).toEqual([[3, 2, 4], [0]]);
  });

  it('carries chests and counts them', () => {
    const after = told(
      { kind: 'chest_taken', seat: 0, from: 'SG', to: 'FD.B' },
      { kind: 'smuggled', seat: 4, from: 'FD.F', to: 'FD.B' },
      { kind: 'brawl_settled', british: 2, french: 0 },
    );
    expect(after.chests).toMatchObject({ SG: 1, 'FD.B': 3, 'FD.F': 0, 'TO.B': 2, 'TO.F': 0 });
    expect([after.british, after.french, after.galleon]).toEqual([5, 2, 1]);
    const stormed = told({ kind: 'storm_broke', place: 'FD', chests: 2 });
    expect(stormed.chests).toMatchObject({ SG: 4, 'FD.B': 0, 'FD.F': 0 });
  });

  it('turns events over, keeps and discards them, and lays new ones', () => {
    const shown = told({ kind: 'revealed', seat: 0, slot: 2, card: 'albatross' });
    expect(shown.row[1]).toMatchObject({ filled: false, peeked: [], card: null });
    expect(shown.card).toEqual({ card: 'albatross', slot: 2, revealer: 0 });
    const after = replayed(shown, [
      { kind: 'card_kept', seat: 0, card: 'albatross' },
      { kind: 'slot_refilled', slot: 2, deck: 8 },
      { kind: 'peeked', seat: 0, first: 2, second: 3, first_card: 'pistol' },
    ] as GameEvent[]);
    expect(keptBy(after.seats[0]!)).toEqual(['albatross']);
    expect(after.row[1]).toMatchObject({ filled: true, peeked: [0], card: 'pistol' });
    const mixed = replayed(after, [{ kind: 'row_shuffled', cards: 5 }] as GameEvent[]);
    expect(mixed.unplaced_notes).toEqual(['pistol']);
    expect(mixed.row.every((slot) => slot.card === null)).toBe(true);
    const spent = replayed(after, [{ kind: 'discarded', card: 'scurvy' }] as GameEvent[]);
    expect(spent.discards.at(-1)).toBe('scurvy');
  });

  it('follows a vote to its end, and keeps it for those who missed it', () => {
    const voted = [
      { kind: 'vote_called', seat: 0, vote: 'attack', place: 'FD', voters: [0, 2] },
      { kind: 'vote_sent', seat: 2, cards: 1 },
      { kind: 'vote_sent', seat: 0, cards: 1 },
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
    const counted = replayed(view(), voted.slice(0, 3));
    expect(counted.seats.map((one) => one.hand_count)).toEqual([2, 3, 2, 3, 3]);
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
