import { afterEach, describe, expect, it } from 'vitest';
import { client } from '../src/games/jolly_and_roger';
import { actionText, eventLine } from '../src/games/jolly_and_roger/words';
import { client as tortugaClient } from '../src/games/tortuga_1667';
import { refusalText, type Details } from '../src/i18n/refusals';
import {
  detectLanguage,
  fill,
  glued,
  LANGUAGES,
  list,
  plain,
  shell,
  speech,
  Voice,
} from '../src/i18n/speech.svelte';
import { inTwo, seatToken } from '../src/table/names';
import { events, tableInfo, view } from './fixtures';

const voice = new Voice(client.texts);
const telling = {
  voice,
  seat: 0,
  seats: 2,
  who: (seat: number) => seatToken(tableInfo, seat, voice),
};

afterEach(() => speech.speak('en'));

describe('a name in little room', () => {
  it.each([
    ['Bosun 2', ['Bosun', ' 2']],
    ['Captain Anna 10', ['Captain Anna', ' 10']],
    ['Anna', ['Anna', '']],
    ['R2D2', ['R2D2', '']],
    ['1667', ['1667', '']],
  ])('keeps its number: %s', (name, parts) => {
    expect(inTwo(name)).toEqual(parts);
  });
});

describe('texts', () => {
  it('fills gaps with words and signs', () => {
    const token = { text: 'Anna', icon: 'anchor' };
    expect(fill('{name} takes {n}.', { name: token, n: 3 })).toEqual([
      token,
      ' takes\u00a0',
      '3',
      '.',
    ]);
    expect(plain(fill('{missing}!', {}))).toBe('{missing}!');
  });

  it('takes the form of a thing that a gap asks for', () => {
    const ship = { text: 'Schiff Grün', key: 'ship.green', icon: 'leaf' };
    const forms: Record<string, string> = { 'ship.green.dat': 'dem grünen Schiff' };
    const told = (text: string): string => plain(fill(text, { ship }, (key) => forms[key]));
    expect(told('Auf {ship:dat} steht ein Kapitän.')).toBe(
      'Auf dem grünen Schiff steht ein Kapitän.',
    );
    expect(told('{ship}: {ship:gen}')).toBe('Schiff Grün: Schiff Grün');
  });

  it('finds the reader’s language', () => {
    expect(detectLanguage('pl', ['de-DE'])).toBe('pl');
    expect(detectLanguage(null, ['fr', 'de-AT', 'en'])).toBe('de');
    expect(detectLanguage('xx', ['fr'])).toBe('en');
  });

  it('knows the plural forms of each language', () => {
    speech.speak('pl');
    expect(shell.t('waiting.title', { n: 1 })).toBe('1\u00a0miejsce jest jeszcze wolne');
    expect(shell.t('waiting.title', { n: 2 })).toBe('2\u00a0miejsca są jeszcze wolne');
    expect(shell.t('waiting.title', { n: 5 })).toBe('5\u00a0miejsc jest jeszcze wolnych');
    expect(shell.t('waiting.title', { n: 22 })).toBe('22\u00a0miejsca są jeszcze wolne');
  });

  it('bends every word that goes with a number, whatever the gap is called', () => {
    const text = '{cards} {cards|card|cards}, {gold} {gold|coin|coins}';
    expect(plain(fill(text, { cards: 1, gold: '3' }))).toBe('1 card,\u00a03 coins');
    speech.speak('pl');
    const forms = '{n} {n|punkt|punkty|punktów}';
    const said = (n: number | string): string => plain(fill(forms, { n }));
    expect([1, 3, 5, 12, '−3'].map(said)).toEqual([
      '1 punkt',
      '3 punkty',
      '5 punktów',
      '12 punktów',
      '−3 punkty',
    ]);
  });

  it('lists names as each language does', () => {
    const names = ['Anna', 'Ben', 'Carl'];
    expect(list(names)).toBe('Anna, Ben and Carl');
    expect(list(names, 'disjunction')).toBe('Anna, Ben or Carl');
    speech.speak('de');
    expect(list(names)).toBe('Anna, Ben und Carl');
    speech.speak('pl');
    expect(list(names)).toBe('Anna, Ben i Carl');
  });

  it('ends no line before a number, a unit or dots, nor after a Polish letter', () => {
    expect(glued('Round 5 of {n} s: 12 % …')).toBe(
      'Round\u00a05 of {n}\u00a0s:\u00a012\u00a0%\u00a0…',
    );
    expect(glued('a card')).toBe('a card');
    speech.speak('pl');
    expect(glued('Była w porcie i u nas, a z nią 5 min')).toBe(
      'Była w\u00a0porcie i\u00a0u\u00a0nas, a\u00a0z\u00a0nią\u00a05\u00a0min',
    );
  });

  it('says what a refusal is about, and the server’s sentence where it has no text', () => {
    const refused = (code: string, details: Details | null): string =>
      refusalText({ code, reason: 'As the server says.', details }, shell);
    expect(refused('too_fast', { what: 'hint', n: 1 })).toMatch(
      /captain.* in\u00a01\u00a0second\.$/,
    );
    expect(refused('too_fast', { what: 'read', n: 4 })).toMatch(/in\u00a04\u00a0seconds\.$/);
    expect(refused('bad_seats', { least: 2, most: 9 })).toMatch(/2 to\u00a09 players/);
    expect(refused('never_heard_of', null)).toBe('As the server says.');
    for (const code of ['bad_seats', 'bad_option', 'too_fast'])
      expect(refused(code, null), code).toBe('As the server says.');
    const tortuga = new Voice(tortugaClient.texts);
    const told = (details: Details): string =>
      refusalText({ code: 'bad_option', reason: '', details }, tortuga);
    expect(told({ what: 'short_deck', n: 13 })).toMatch(/13\u00a0events/);
    expect(told({ what: 'sand_timer' })).toMatch(/“Sand timer”/);
    expect(told({ what: 'star_count' })).toMatch(/^“[^{}]+” does not fit/);
  });

  it.each(LANGUAGES)('tells every event in %s', (language) => {
    speech.speak(language);
    for (const event of events) {
      const sentence = eventLine(event, telling);
      expect(sentence, event.kind).not.toBeNull();
      const line = voice.t(sentence!.key, sentence!.values);
      expect(line, event.kind).not.toMatch(/[{}]|(event|card|ship)\.\w/);
      expect(line.length).toBeGreaterThan(8);
    }
  });

  it('names the cards of both sets when somebody splits', () => {
    const cards = ['green_3', 'red_5', 'kraken', 'blue_1', 'tortuga'];
    const past = [{ ...events[0]!, cards }] as typeof events;
    const sentence = eventLine(events[1]!, telling, past);
    expect(voice.t(sentence!.key, sentence!.values)).toBe(
      'Bosun offers Green\u00a03 and Red\u00a05 – or Kraken, Blue\u00a01 and Tortuga.',
    );
  });

  it.each(LANGUAGES)('says every action in %s', (language) => {
    speech.speak(language);
    const actions = [
      'split 125',
      'pick A',
      'crew green_3',
      'skeleton red',
      'parrot kraken red',
      'board yellow_5',
      'kraken red',
      'kraken none',
      'tortuga',
    ];
    for (const action of actions) {
      expect(actionText(action, view(), telling)).not.toMatch(/[{}]|(action|card|ship)\.\w/);
    }
  });
});
