/** An edition that somebody types in: the file that is made of it, and the page with its forms. */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import EditPage from '../src/box/EditPage.svelte';
import { reasonText } from '../src/box/reasons';
import { freshId, renamed, writeEdition } from '../src/box/toml';
import { gameClient } from '../src/games/registry';
import { speech, Voice } from '../src/i18n/speech.svelte';
import type { BoxChecked, BoxGroup } from '../src/wire/messages';
import { ownBox } from './boxes';

const DRAFT = 'broadside.edition.jolly-and-roger';

const group = (name: string, game = 'jolly-roger'): BoxGroup => {
  const found = ownBox(game).groups.find((one) => one.group === name);
  if (!found) throw new Error(name);
  return structuredClone(found);
};

describe('the file of an edition', () => {
  it('has a row to a line, and knows what stands in each line', () => {
    const prizes = group('prizes');
    prizes.rows[1]!.name = { en: 'Two', de: 'Zwei', pl: 'Dwa' };
    prizes.rows[2]!.source = 'printed';
    const { text, lines } = writeEdition('jolly-roger', 'My “box"', [prizes]);
    const all = text.split('\n');
    expect(all[2]).toBe('name = "My “box\\""');
    const first = all.indexOf('  { id = "gold1", copies = 14, gold = 1 },');
    expect(lines[first]).toEqual({ group: 0, row: 0 });
    expect(all[first + 1]).toContain('name = { en = "Two", de = "Zwei", pl = "Dwa" }');
    expect(all[first + 2]).toContain('source = "printed"');
    expect(lines).toHaveLength(all.length - 1);
  });

  it('writes lists, truths and what was left out as TOML has it', () => {
    const board = group('board', 'jamaica');
    expect(writeEdition('jamaica', 'x', [board]).text).toContain(
      '{ id = 6, type = "port", cost = 5, next = [7, 13], x = 85, y = 65, name = "Salt River" }',
    );
    expect(writeEdition('', 'x', [group('decks', 'jolly-and-roger')]).text).toContain(
      'specials = false',
    );
  });

  it('renames in all languages what was the same in all', () => {
    expect(renamed({}, 'de', 'Neu')).toEqual({ en: 'Neu', de: 'Neu', pl: 'Neu' });
    const names = { en: 'Fort', de: 'Festung', pl: 'Fort' };
    expect(renamed(names, 'de', 'Burg')).toEqual({ ...names, de: 'Burg' });
    expect(renamed(names, 'de', ' ')).toEqual({});
    expect(freshId(group('crew'), 'id')).toBe('card_20');
  });
});

describe('a reason', () => {
  const voice = (name: string) => new Voice(gameClient(name)?.texts ?? null);
  const told = (code: string, ...values: string[]): BoxChecked => ({
    line: 1,
    reason: 'in English',
    digest: '',
    code,
    values,
    rule: '',
  });

  it('is told in the language of the reader, columns and words included', () => {
    speech.language = 'de';
    expect(reasonText(told('sum', '46', '47'), voice('jolly-roger'))).toBe(
      'Zusammen müssen es\u00a046 Karten sein, nicht\u00a047.',
    );
    expect(reasonText(told('word', 'type', 'lake', 'sea, port'), voice('jamaica'))).toBe(
      'Art: „lake“ passt hier nicht; möglich: Meer oder Hafen.',
    );
    speech.language = 'pl';
    expect(reasonText(told('rows', 'prizes', '5', '6'), voice('jolly-roger'))).toBe(
      '„Łupy”:\u00a05\u00a0wierszy, a\u00a0potrzeba\u00a06.',
    );
    expect(reasonText(told('types', '3', 'lair', '9'), voice('jamaica'))).toBe(
      'Pola rodzaju „piracka kryjówka”:\u00a03; musi ich być\u00a09.',
    );
    speech.language = 'en';
  });

  it('stays in English where a game has no words for it', () => {
    expect(reasonText(told('of_its_own'), voice('jamaica'))).toBe('in English');
  });
});

describe('the page', () => {
  const answers = (checked: object) =>
    vi.fn((path: string, init?: RequestInit) =>
      Promise.resolve(
        Response.json(init?.method === 'POST' ? checked : ownBox(path.split('/')[3] ?? '')),
      ),
    );

  it('sends what was typed, and tells line and reason of what is wrong', async () => {
    const fetched = answers({
      line: 9,
      reason: 'gold is too much',
      digest: '',
      code: 'number',
      values: ['gold', '400', '8', '99'],
      rule: 'JNR-R9',
    });
    vi.stubGlobal('fetch', fetched);
    render(EditPage, { address: 'jolly-and-roger' });
    const ships = await screen.findByTestId('edit-ships');
    const field = ships.querySelector<HTMLInputElement>('#ships-0 input[type=number]')!;
    expect(field.value).toBe('3');
    await fireEvent.input(field, { target: { value: '4' } });
    await fireEvent.click(screen.getByTestId('check'));
    await waitFor(() => expect(screen.getByTestId('checked').textContent).toContain('Line'));
    const sent = JSON.parse(String(fetched.mock.lastCall?.[1]?.body)) as { text: string };
    expect(sent.text).toContain('{ ship = "green", gold = 4 }');
    expect(screen.getByTestId('checked').textContent).toContain(
      'gold: it must be a number from\u00a08 to\u00a099, not “400”.',
    );
    expect(screen.getByTestId('checked').textContent).not.toContain('JNR');
    expect(ships.querySelector('.wrong')?.id).toBe('ships-1');
    localStorage.removeItem(DRAFT);
    vi.unstubAllGlobals();
  });

  it('goes on with a draft, but drops one that has other columns than the server asks for', async () => {
    vi.stubGlobal('fetch', answers({}));
    const { groups } = structuredClone(ownBox('jolly-and-roger'));
    const nameOfDraft = async () => {
      const { unmount } = render(EditPage, { address: 'jolly-and-roger' });
      const { value } = await screen.findByTestId<HTMLInputElement>('edition-name');
      unmount();
      return value;
    };
    localStorage.setItem(DRAFT, JSON.stringify({ name: 'Attic', groups }));
    expect(await nameOfDraft()).toBe('Attic');
    groups[0]!.columns.pop();
    localStorage.setItem(DRAFT, JSON.stringify({ name: 'Attic', groups }));
    expect(await nameOfDraft()).toBe('My box');
    localStorage.setItem(DRAFT, '{"name": "Attic"}');
    expect(await nameOfDraft()).toBe('My box');
    localStorage.removeItem(DRAFT);
    vi.unstubAllGlobals();
  });

  it('calls a row by the number that it is about, not by its place', async () => {
    vi.stubGlobal('fetch', answers({}));
    render(EditPage, { address: 'tortuga-1667' });
    const teams = await screen.findByTestId('edit-loyalties');
    expect(teams.querySelector('legend')?.textContent).toBe('players: 2');
    vi.unstubAllGlobals();
  });
});
