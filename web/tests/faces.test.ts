import { render } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import BotFace from '../src/art/BotFace.svelte';
import { brows, FACES, mouth } from '../src/art/faces';
import { Voice } from '../src/i18n/speech.svelte';
import { LANGUAGES, SHELL_TEXTS } from '../src/i18n/texts.svelte';
import { botKind, characterOf, nameOf, seatName } from '../src/table/names';
import type { SeatInfo } from '../src/wire/messages';
import { tableInfo } from './fixtures';

const TEMPERS = ['cautious', 'bold', 'vengeful', 'two-faced'];
const voice = new Voice(null);

function bess(seat: number): SeatInfo {
  const character = { name: 'Bess', temper: 'bold' };
  return { ...tableInfo.seats[1]!, seat, kind: 'bot', name: 'Bess', bot: 'captain', character };
}

describe('the faces of bots', () => {
  it('are all different, and drawn in every temper', () => {
    const drawn = Object.keys(FACES).map((name) => {
      const { container } = render(BotFace, { character: { name, temper: 'bold' } });
      return container.querySelector('svg.face')?.innerHTML;
    });
    expect(drawn.every((one) => one)).toBe(true);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(new Set(TEMPERS.map((one) => brows(one) + mouth(one))).size).toBe(TEMPERS.length);
  });

  it('give way to a sign for somebody unknown', () => {
    const { container } = render(BotFace, { character: null, label: 'Bot' });
    expect(container.querySelector('svg.face')).toBeNull();
    expect(container.querySelector('[aria-label="Bot"]')).not.toBeNull();
  });
});

describe('what a bot is called', () => {
  it('is its own name, with its level and temper beside it', () => {
    expect(seatName(bess(1), voice)).toBe('Bess');
    expect(botKind(bess(1), voice)).toBe('Captain, bold');
    const table = { ...tableInfo, seats: [tableInfo.seats[0]!, bess(1)] };
    expect(nameOf(table, 1, voice)).toBe('Bess');
  });

  it('is its level where it has no name', () => {
    const plain: SeatInfo = { ...bess(1), name: null, character: null };
    expect(seatName(plain, voice)).toBe('Captain');
    expect(botKind(plain, voice)).toBe('Captain');
  });

  it('has no temper that the bot does not obey', () => {
    const network: SeatInfo = { ...bess(1), bot: 'Parroteer' };
    expect(botKind(network, voice)).toBe('Parroteer');
    expect(characterOf(network)).toEqual({ name: 'Bess', temper: '' });
    expect(characterOf(bess(1))?.temper).toBe('bold');
    expect(characterOf({ ...network, character: null })).toBeNull();
  });

  it('has a word and a sentence for every temper in every language', () => {
    for (const texts of LANGUAGES.map((language) => SHELL_TEXTS[language])) {
      for (const temper of TEMPERS) {
        expect(texts[`temper.${temper}`]).toBeTruthy();
        expect(texts[`temper.${temper}.about`]).toBeTruthy();
      }
    }
  });
});
