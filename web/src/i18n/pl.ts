import shell from '../../../src/broadside/texts/pl.json';

/** Everything that the pages around a game say in one language; one file, fetched on demand. */
const lobby = import.meta.glob<Record<string, string>>(
  '../../../src/broadside/games/*/texts/pl.json',
  { eager: true, query: '?lobby', import: 'default' },
);

export default { shell, lobby };
