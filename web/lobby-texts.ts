/**
 * Vite: `texts/en.json?lobby` is what the lobby says of a game: its name, how it goes, and the rules
 * one chooses before a table is opened. The rest, `texts/en.json?table`, is fetched with its table.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const QUERY = /\.json\?(lobby|table)$/;
const SAID_IN_LOBBY = /^(name$|tagline$|goal$|turn\.|option\.|help\.|seat\.|refusal\.bad_option\.)/;

export function lobbyTexts(): Plugin {
  return {
    name: 'lobby-texts',
    enforce: 'pre',
    async load(id) {
      const where = QUERY.exec(id)?.[1];
      if (!where) return null;
      const file = id.slice(0, id.lastIndexOf('?'));
      this.addWatchFile(file);
      const all = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
      const said = Object.entries(all).filter(
        ([key]) => SAID_IN_LOBBY.test(key) === (where === 'lobby'),
      );
      return {
        code: `export default ${JSON.stringify(Object.fromEntries(said))}`,
        moduleType: 'js',
      };
    },
  };
}
