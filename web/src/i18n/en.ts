import shell from './en.json';

/** Everything that the pages around a game say in one language; one file, fetched on demand. */
const lobby = import.meta.glob<Record<string, string>>('../games/*/texts/en.json', {
  eager: true,
  query: '?lobby',
  import: 'default',
});

export default { shell, lobby };
