import { afterEach, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { client } from '../src/games/jamaica';
import { holdAsks, readAsks } from '../src/games/jamaica/asks';
import { CHANNEL, lapAfter, placeScore, reached, SPACES, wayTo } from '../src/games/jamaica/board';
import { berth, FLAT, lanes, redLine, UPRIGHT } from '../src/games/jamaica/chart';
import { lasts, motions } from '../src/games/jamaica/motions';
import { outlookOfCard, outlookOfSpace, previewFor } from '../src/games/jamaica/preview';
import { replayed } from '../src/games/jamaica/replay';
import { battleAfter, sceneOf, TIE } from '../src/games/jamaica/scene';
import { questionOf, ranked } from '../src/games/jamaica/view';
import { actionText, eventLine } from '../src/games/jamaica/words';
import { LANGUAGES, speech } from '../src/i18n/speech.svelte';
import type { GameEvent } from '../src/wire/jamaica';
import { textKeys } from './fixtures';
import {
  events,
  hold,
  previews,
  sessionWith,
  ship,
  telling,
  update,
  view,
  voice,
} from './jamaica.fixtures';

afterEach(() => speech.speak('en'));

const GAP = /[{}]|\b(event|card|space|treasure|amount|hold|look|action|symbol|time)\.\w/;

describe('the words of Jamaica', () => {
  it('are tested for every kind of event there is', () => {
    const wire = readFileSync('src/wire/jamaica.ts', 'utf8');
    const kinds = [...wire.matchAll(/\| \{ kind: "(\w+)"/g)].map((match) => match[1]);
    expect(new Set(events.map((event) => event.kind))).toEqual(new Set(kinds));
  });

  it.each(LANGUAGES)('tell every event in %s', (language) => {
    speech.speak(language);
    for (const event of events) {
      const sentence = eventLine(event, telling());
      const line = voice.t(sentence.key, sentence.values);
      expect(line, event.kind).not.toMatch(GAP);
      expect(line, event.kind).not.toMatch(/undefined|NaN/);
      expect(line.length, event.kind).toBeGreaterThan(8);
    }
  });

  it.each(LANGUAGES)('say every action in %s', (language) => {
    speech.speak(language);
    const shown = view({ load: { ship: 0, good: 'gold', tokens: 2 } });
    const actions = [
      'place_dice 3 4',
      'choose A10',
      'sail 5',
      'retreat 4',
      'steer backward',
      'attack 1',
      'attack ghost',
      'gunpowder 0',
      'gunpowder 12',
      'keep',
      'reroll',
      'spend 2 3',
      'quick_pay',
      'stow 6',
      'jettison 1',
      'decline',
      'give lair_4',
      'take_hold 2',
      'take_treasure sabre',
      'take_treasure lair_44',
      'take_treasure any',
    ];
    for (const action of actions) {
      expect(actionText(action, shown, telling()), action).not.toMatch(GAP);
    }
  });

  it('have the same keys in every language', () => {
    const keys = (language: 'en' | 'de' | 'pl') => textKeys(client.texts[language]);
    expect(keys('de')).toEqual(keys('en'));
    expect(keys('pl')).toEqual(keys('en'));
  });

  it('call the ship behind all seats the ghost', () => {
    const event = { kind: 'finished', ship: 2 } as GameEvent;
    const line = eventLine(event, telling(2));
    expect(voice.t(line.key, line.values)).toBe('Ghost ship drops anchor in Port Royal!');
  });
});

describe('the printed board', () => {
  it('leads along both lanes of a fork', () => {
    expect(reached(5, 3, true)).toEqual([8, 14]);
    expect(reached(17, 4, false)).toEqual([11, 13]);
    expect(wayTo(5, 14, true)).toEqual([6, 13, 14]);
    expect(wayTo(17, 11, false)).toEqual([16, 15, 12, 11]);
    expect([...CHANNEL].sort((a, b) => a - b)).toEqual([13, 14, 26, 27, 39, 40]);
  });

  it('counts laps at Port Royal', () => {
    expect(lapAfter(0, 47, [48, 49, 0], true)).toBe(1);
    expect(lapAfter(0, 0, [49, 48], false)).toBe(-1);
    expect(lapAfter(0, 2, [1, 0], false)).toBe(0);
    expect([placeScore(0, 1), placeScore(47, 0), placeScore(49, -1), placeScore(0, 0)]).toEqual([
      15, 8, -5, -5,
    ]);
  });

  it.each([FLAT, UPRIGHT])('fits on a sheet without a space over another', (sheet) => {
    sheet.places.forEach((one, index) => {
      expect(one.x).toBeGreaterThan(sheet.radius);
      expect(one.x).toBeLessThan(sheet.width - sheet.radius);
      expect(one.y).toBeGreaterThan(sheet.radius);
      expect(one.y).toBeLessThan(sheet.height - sheet.radius);
      for (const other of sheet.places.slice(index + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * sheet.radius);
      }
    });
    expect(lanes(sheet)).toHaveLength(4);
    expect(redLine(sheet).to.y).toBeGreaterThan(redLine(sheet).from.y);
  });

  it.each([FLAT, UPRIGHT])(
    'lets six ships lie on any space, none over the middle of another',
    (sheet) => {
      for (const { space } of SPACES) {
        for (let count = 1; count <= 6; count++) {
          const half = (sheet.ship / 2) * (count > 4 ? 0.86 : 1);
          const places = Array.from({ length: count }, (_, nth) => berth(sheet, space, nth, count));
          places.forEach((one, index) => {
            for (const other of places.slice(index + 1)) {
              const apart = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
              expect(apart).toBeGreaterThan(half);
            }
          });
        }
      }
      expect(SPACES).toHaveLength(50);
    },
  );
});

describe('a look ahead', () => {
  const said = (keys: { key: string }[]) => keys.map(({ key }) => key);

  it('tells both landings, what they cost, and marks them on the chart', () => {
    const outlook = outlookOfCard(previews[0]!, view(), telling());
    expect(said(outlook.sentences)).toEqual([
      'look.morning.forward',
      'look.fee',
      'look.evening.forward',
      'look.short',
      'look.battle',
    ]);
    expect(outlook.marks.map((mark) => [mark.space, mark.time, mark.short, mark.retreat])).toEqual([
      [3, 'morning', false, false],
      [7, 'evening', true, false],
      [4, 'evening', false, true],
      [13, 'evening', false, false],
    ]);
    expect(outlook.courses[0]?.way).toEqual([0, 1, 2, 3]);
  });

  it('tells of loads and of holds that must be emptied', () => {
    const outlook = outlookOfCard(previews[2]!, view(), telling());
    expect(said(outlook.sentences)).toEqual(['look.morning.load', 'look.evening.jettison']);
    expect(outlook.marks).toEqual([]);
  });

  it.each(LANGUAGES)('has words for all of it in %s', (language) => {
    speech.speak(language);
    for (const preview of previews) {
      for (const { key, values } of outlookOfCard(preview, view(), telling()).sentences) {
        expect(voice.t(key, values)).not.toMatch(GAP);
      }
    }
  });

  it('knows the order of the dice that the Captain has in mind', () => {
    const other = { ...previews[0]!, dice: [4, 3] };
    const shown = view({ previews: [other, ...previews] });
    expect(previewFor(shown, 'A01', [3, 4])).toBe(previews[0]);
    expect(previewFor(shown, 'A01', [4, 3])).toBe(other);
    expect(previewFor(shown, 'A02', null)).toBeNull();
  });

  it('warns of a space that is too dear', () => {
    const shown = view({ move: { ship: 0, steps: 3, direction: 'forward' } });
    const poor = ship(0, { space: 38, goods: { gold: 1, food: 0, gunpowder: 0 } });
    const outlook = outlookOfSpace('sail 41', shown, telling(), poor);
    expect(said(outlook.sentences)).toEqual(['look.short.alone']);
    expect(outlook.marks[0]?.short).toBe(true);
  });
});

describe('the story', () => {
  const told = (...some: Partial<GameEvent>[]) => replayed(view(), some as GameEvent[]);

  it('moves ships, and with them the race', () => {
    const after = told({ kind: 'sailed', ship: 2, direction: 'forward', from: 0, path: [1, 2] });
    expect(after.ships[2]).toMatchObject({ space: 2, position: 2, rank: 1 });
    expect(after.ships[0]?.rank).toBe(2);
    expect(ranked(after)[0]?.ship).toBe(2);
  });

  it('loads, pays and loots holds', () => {
    const after = told(
      { kind: 'loaded', ship: 0, hold: 3, good: 'gold', tokens: 5 },
      { kind: 'spent', ship: 0, hold: 2, good: 'gold', tokens: 3 },
      { kind: 'spent', ship: 0, hold: 1, good: 'food', tokens: 1 },
      { kind: 'hold_taken', winner: 0, loser: 1, hold: 2, good: 'gold', tokens: 3 },
    );
    expect(after.ships[0]?.goods).toEqual({ gold: 5, food: 2, gunpowder: 0 });
    expect(after.ships[0]?.holds[1]).toEqual(hold(2));
    expect(after.ships[1]?.goods.gold).toBe(0);
  });

  it('turns cards over and deals new ones', () => {
    const shown = told(
      { kind: 'cards_laid', round: 2 },
      { kind: 'card_revealed', seat: 0, card: 'A04' },
    );
    expect(shown.ships[1]?.cards).toMatchObject({ committed: true, laid: null, hand_count: 2 });
    expect(shown.ships[0]?.cards).toMatchObject({ laid: 'A04', hand: ['A01', 'A11'] });
    const next = replayed(shown, [
      { kind: 'card_drawn', seat: 0, card: 'A02' },
      { kind: 'round_began', round: 3, captain: 1 },
    ] as GameEvent[]);
    expect(next.ships[0]?.cards).toMatchObject({ laid: null, discards: ['A04'] });
    expect(next.ships[0]?.cards?.hand).toEqual(['A01', 'A11', 'A02']);
  });

  it('digs treasures up and passes them on', () => {
    const after = told(
      { kind: 'treasure_drawn', ship: 0, space: 4, treasure: 'T_SABRE' },
      { kind: 'treasure_drawn', ship: 1, space: 9 },
      { kind: 'treasure_taken', winner: 2, loser: 1, space: 9 },
    );
    expect(after.tokens).not.toContain(4);
    expect(after.ships.map((one) => one.hidden_treasures)).toEqual([0, 0, 1, 0]);
    expect(after.ships[0]?.powers).toEqual(['sabre']);
  });

  it('follows a battle to its end', () => {
    const fought = events.filter(({ kind }) =>
      ['battle_began', 'gunpowder_set', 'battle_rolled', 'battle_won'].includes(kind),
    );
    const battle = battleAfter(fought);
    expect(battle?.attack).toMatchObject({ ship: 0, gunpowder: 2, face: '8', firepower: 10 });
    expect(battle?.defence).toMatchObject({ ship: 1, face: 'star' });
    expect(battle?.winner).toBe(0);
    const tied = { kind: 'battle_tied', attacker: 0, defender: 1 } as GameEvent;
    expect(battleAfter([...fought.slice(0, -1), tied])?.winner).toBe(TIE);
    const later = { kind: 'fee_due', ship: 0, space: 5, good: 'gold', tokens: 3 } as GameEvent;
    expect(battleAfter([...fought, later])).toBeNull();
  });

  it('gives every event its time, and goods their way', () => {
    for (const event of events) expect(lasts(event)).toBeGreaterThanOrEqual(0);
    const flights = events.flatMap((event) => motions(event).map(({ from, to }) => [from, to]));
    expect(flights).toContainEqual(['bank-gunpowder', 'hold-0-3']);
    expect(flights).toContainEqual(['hold-1-2', 'bank-gold']);
    expect(flights).toContainEqual(['lair-4', 'treasures-0']);
    expect(flights).toContainEqual(['treasures-1', 'treasures-0']);
  });
});

describe('answers on the table', () => {
  it('belong to the holds of the ship that loads', () => {
    const shown = view({ step: 'stowing', load: { ship: 0, good: 'gold', tokens: 4 } });
    const session = sessionWith(update({}, shown));
    const denied = { action: 'jettison 2', code: 'jettison_same_kind', reason: '', rule: 'JAM-L2' };
    const asks = readAsks(['jettison 1'], [denied]);
    const scene = sceneOf(session)!;
    expect(holdAsks(asks, scene, 0, 1).map((ask) => ask.action)).toEqual(['jettison 1']);
    expect(holdAsks(asks, scene, 0, 2)[0]?.denied).toBe(denied);
    expect(holdAsks(asks, scene, 1, 1)).toEqual([]);
  });

  it('know which question each step asks', () => {
    expect(questionOf(view())).toBe('choose_card');
    const load = { ship: 0, good: 'gold', tokens: 4 };
    expect(questionOf(view({ step: 'stowing', load }))).toBe('stow');
    const full = ship(0, { holds: [1, 2, 3, 4, 5].map((one) => hold(one, 'food', 2)) });
    expect(questionOf(view({ step: 'stowing', load, ships: [full] }))).toBe('jettison');
    expect(questionOf(view({ step: null }))).toBeNull();
  });
});
