import { afterEach, describe, expect, it } from 'vitest';
import { client } from '../src/games/jolly_and_roger';
import { actionText, eventLine } from '../src/games/jolly_and_roger/words';
import {
  detectLanguage,
  fill,
  LANGUAGES,
  plain,
  SHELL_TEXTS,
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
    expect(fill('{name} takes {n}.', { name: token, n: 3 })).toEqual([token, ' takes ', '3', '.']);
    expect(plain(fill('{missing}!', {}))).toBe('{missing}!');
  });

  it('finds the reader’s language', () => {
    expect(detectLanguage('pl', ['de-DE'])).toBe('pl');
    expect(detectLanguage(null, ['fr', 'de-AT', 'en'])).toBe('de');
    expect(detectLanguage('xx', ['fr'])).toBe('en');
  });

  it('knows the plural forms of each language', () => {
    speech.speak('pl');
    expect(shell.t('waiting.title', { n: 1 })).toBe('Jedno miejsce jest jeszcze wolne');
    expect(shell.t('waiting.title', { n: 2 })).toBe('2 miejsca są jeszcze wolne');
    expect(shell.t('waiting.title', { n: 5 })).toBe('5 miejsc jest jeszcze wolnych');
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
      'Bosun offers Green 3, Red 5 – or Kraken, Blue 1, Tortuga.',
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

  it('has the same texts in every language', () => {
    for (const texts of [SHELL_TEXTS, client.texts]) {
      const plurals = /\.(one|few|many|other)$/;
      const keys = (language: 'en' | 'de' | 'pl') =>
        [...new Set(Object.keys(texts[language]).map((key) => key.replace(plurals, '')))].sort();
      expect(keys('de')).toEqual(keys('en'));
      expect(keys('pl')).toEqual(keys('en'));
    }
  });
});
