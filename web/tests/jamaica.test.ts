import { afterEach, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { client } from '../src/games/jamaica';
import { holdAsks, readAsks } from '../src/games/jamaica/asks';
import { between } from '../src/games/jamaica/between';
import { channel, spaces } from '../src/games/jamaica/board';
import { berth, flat, lanes, redLine, upright } from '../src/games/jamaica/chart';
import { lasts, motions } from '../src/games/jamaica/motions';
import { outlookOfCard, outlookOfCourse, previewFor } from '../src/games/jamaica/preview';
import { battleAfter, sceneOf, TIE } from '../src/games/jamaica/scene';
import { powerOf, ranked } from '../src/games/jamaica/view';
import { actionText, eventLine } from '../src/games/jamaica/words';
import { LANGUAGES, speech } from '../src/i18n/speech.svelte';
import type { GameEvent } from '../src/wire/jamaica';
import { textKeys } from './fixtures';
import {
  events,
  hold,
  landing,
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
    expect(voice.t(line.key, line.values)).toBe('The ghost ship drops anchor in Port Royal!');
  });

  it('decline the ghost, and the word before a name', () => {
    const said = (winner: number, loser: number): string => {
      const event = { kind: 'treasure_taken', winner, loser } as GameEvent;
      const line = eventLine(event, telling(2));
      return voice.t(line.key, line.values);
    };
    speech.speak('de');
    expect(said(0, 2)).toMatch(/ nimmt dem Geisterschiff einen Schatz ab/);
    expect(said(2, 0)).toMatch(/^Das Geisterschiff nimmt Anna einen Schatz ab/);
    speech.speak('pl');
    expect(said(0, 2)).toMatch(/ zabiera statkowi widmu skarb/);
    expect(said(2, 0)).toMatch(/^Statek widmo zabiera graczowi Anna skarb/);
  });
});

describe('the printed board', () => {
  it('has a short lane at each fork', () => {
    expect([...channel()].sort((a, b) => a - b)).toEqual([13, 14, 26, 27, 39, 40]);
  });

  it.each([flat(), upright()])('fits on a sheet without a space over another', (sheet) => {
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

  it.each([flat(), upright()])(
    'lets six ships lie on any space, none over the middle of another',
    (sheet) => {
      for (const { space } of spaces()) {
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
      expect(spaces()).toHaveLength(50);
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
    expect(outlook.courses[0]?.way).toEqual([0, 3]);
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
    const dear = landing(41, { fee: { good: 'food', tokens: 4 }, short: true, retreats: [37] });
    const shown = view({ courses: [{ action: 'sail 41', landings: [dear] }] });
    const outlook = outlookOfCourse('sail 41', shown, telling());
    expect(said(outlook?.sentences ?? [])).toEqual(['look.short']);
    expect(outlook?.marks[0]?.short).toBe(true);
    expect(outlookOfCourse('keep', shown, telling())).toBeNull();
  });

  it('shows every lane that the ghost ship might take', () => {
    const landings = [landing(8, { way: [5, 6, 7, 8] }), landing(14, { way: [5, 6, 13, 14] })];
    const shown = view({ courses: [{ action: 'steer forward', landings }] });
    const outlook = outlookOfCourse('steer forward', shown, telling());
    expect(outlook?.marks.map((mark) => mark.space)).toEqual([8, 14]);
    expect(said(outlook?.sentences ?? [])).toEqual(['look.ghost', 'look.ghost']);
  });
});

describe('the story', () => {
  const before = view();
  const happened = (...some: Partial<GameEvent>[]) => some as GameEvent[];

  it('moves ships, and with them the race', () => {
    const sailed = happened(
      { kind: 'sailed', ship: 2, direction: 'forward', from: 0, path: [1, 2] },
      { kind: 'sailed', ship: 2, direction: 'forward', from: 2, path: [3] },
    );
    const ships = before.ships.map((one) =>
      one.ship === 2 ? { ...one, space: 3, position: 3, rank: 1 } : { ...one, rank: 2 },
    );
    const after = view({ ships });
    const at = (told: number) =>
      between(before, after, sailed.slice(0, told), sailed.slice(told)).ships[2];
    expect(at(0)).toEqual(before.ships[2]);
    expect(at(1)).toMatchObject({ space: 2, rank: before.ships[2]?.rank });
    expect(at(2)).toEqual(ships[2]);
    expect(ranked(between(before, after, sailed, []))[0]?.ship).toBe(2);
  });

  it('shows each hold as it is once nothing more happens to it', () => {
    const loaded = happened(
      { kind: 'loaded', ship: 0, hold: 3, good: 'gold', tokens: 5 },
      { kind: 'spent', ship: 0, hold: 2, good: 'gold', tokens: 3 },
    );
    const holds = [hold(1, 'food', 3), hold(2), hold(3, 'gold', 5), hold(4), hold(5)];
    const goods = { gold: 5, food: 3, gunpowder: 0 };
    const after = view({ ships: [ship(0, { holds, goods, points: 7 }), ...before.ships.slice(1)] });
    const first = between(before, after, loaded.slice(0, 1), loaded.slice(1)).ships[0];
    expect(first?.holds[2]).toEqual(holds[2]);
    expect(first?.holds[1]).toEqual(before.ships[0]?.holds[1]);
    expect(first?.goods).toEqual(before.ships[0]?.goods);
    expect(between(before, after, loaded, []).ships[0]).toEqual(after.ships[0]);
  });

  it('keeps treasures on the chart until they are dug up', () => {
    const drawn = happened({ kind: 'treasure_drawn', ship: 0, space: 4, treasure: 'T_SABRE' });
    const tokens = before.tokens.filter((space) => space !== 4);
    const after = view({
      tokens,
      ships: [ship(0, { powers: ['sabre'] }), ...before.ships.slice(1)],
    });
    expect(between(before, after, [], drawn).tokens).toContain(4);
    expect(between(before, after, [], drawn).ships[0]?.powers).toEqual([]);
    expect(between(before, after, drawn, []).tokens).not.toContain(4);
    expect(between(before, after, drawn, []).ships[0]?.powers).toEqual(['sabre']);
    expect([powerOf('T_SABRE'), powerOf('T_P5'), powerOf(null)]).toEqual(['sabre', null, null]);
  });

  it('follows the round: whose turn it is, and the dice', () => {
    const told = happened({
      kind: 'action_began',
      seat: 1,
      time: 'morning',
      symbol: 'gold',
      die: 3,
    });
    const coming = happened({ kind: 'round_began', round: 3, captain: 1 });
    const dice = { rolled: [1, 1], morning: null, evening: null };
    const after = view({ round: 3, captain: 1, turn: null, dice });
    expect(between(before, after, told, coming)).toMatchObject({
      round: before.round,
      turn: 1,
      dice: before.dice,
    });
    expect(between(before, after, [...told, ...coming], [])).toMatchObject({ round: 3, dice });
  });

  it('follows a battle to its end', () => {
    const fought = events.filter(({ kind }) =>
      ['battle_began', 'gunpowder_set', 'battle_rolled', 'battle_won'].includes(kind),
    );
    const battle = battleAfter(fought, view());
    expect(battle?.attack).toMatchObject({ ship: 0, gunpowder: 2, face: '8', firepower: 10 });
    expect(battle?.defence).toMatchObject({ ship: 1, face: 'star' });
    expect(battle?.winner).toBe(0);
    const tied = { kind: 'battle_tied', attacker: 0, defender: 1 } as GameEvent;
    expect(battleAfter([...fought.slice(0, -1), tied], view())?.winner).toBe(TIE);
    const later = { kind: 'fee_due', ship: 0, space: 5, good: 'gold', tokens: 3 } as GameEvent;
    expect(battleAfter([...fought, later], view())).toBeNull();
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
});
