import shell from '../../../src/broadside/texts/en.json';

/** Everything that the pages around a game say in one language; one file, fetched on demand. */
const lobby = import.meta.glob<Record<string, string>>(
  '../../../src/broadside/games/*/texts/en.json',
  { eager: true, query: '?lobby', import: 'default' },
);

export default { shell, lobby };
