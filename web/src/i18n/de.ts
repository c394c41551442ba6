import shell from '../../../src/broadside/texts/de.json';

/** Everything that the pages around a game say in one language; one file, fetched on demand. */
const lobby = import.meta.glob<Record<string, string>>(
  '../../../src/broadside/games/*/texts/de.json',
  { eager: true, query: '?lobby', import: 'default' },
);

export default { shell, lobby };
