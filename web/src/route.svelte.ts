/**
 * The pages: lobby `/`, a table `/table/{id}`, its replay `/replay/{id}`, `/player/{name}`, a
 * puzzle `/puzzle/{game}/{number}`, the pieces of a game `/box/{game}/{edition}`, those of one's own box `/edit/{game}/{edition}`, and `/confirm/{token}`, which a mail leads to.
 */
/** Most come from the lobby: it is here at once, every other page is fetched when it is wanted. */
export const pages = {
  table: () => import('./table/TablePage.svelte'),
  replay: () => import('./replay/ReplayPage.svelte'),
  player: () => import('./afterwards/PlayerPage.svelte'),
  puzzle: () => import('./puzzles/PuzzlePage.svelte'),
  confirm: () => import('./mail/ConfirmPage.svelte'),
  box: () => import('./box/BoxPage.svelte'),
  edit: () => import('./box/EditPage.svelte'),
};

class Route {
  path: string = $state(location.pathname);

  constructor() {
    addEventListener('popstate', () => this.turn());
  }

  get table(): string | null {
    return this.under('table');
  }

  get replay(): string | null {
    return this.under('replay');
  }

  get player(): string | null {
    return this.under('player');
  }

  get puzzle(): string | null {
    return this.under('puzzle');
  }

  get box(): string | null {
    return this.under('box');
  }

  get edit(): string | null {
    return this.under('edit');
  }

  get confirm(): string | null {
    return this.under('confirm');
  }

  go(address: string): void {
    history.pushState(null, '', address);
    this.turn();
    scrollTo(0, 0);
  }

  /** Show the page of the address; it may have to be fetched first. */
  private turn(): void {
    if (this.path !== location.pathname) announceReady(false);
    this.path = location.pathname;
  }

  /** What stands behind the name of a page; null on another page. */
  private under(page: string): string | null {
    const [, first, ...rest] = this.path.split('/');
    const name = decoded(rest.join('/'));
    return first === page && name ? name : null;
  }
}

/** What an address says; one that was typed by hand may say it in plain letters. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = new Route();

/** Where a finished game is shown again, perhaps through certain eyes, at a certain moment. */
export function replayPath(table: string, eyes?: string, moment?: number): string {
  const path = `/replay/${encodeURIComponent(table)}`;
  if (eyes === undefined) return path;
  return `${path}?eyes=${eyes}${moment === undefined ? '' : `&moment=${moment}`}`;
}

/** Where a puzzle is shown; today's, if no number is named. */
export function puzzlePath(game: string, number?: number): string {
  const path = `/puzzle/${encodeURIComponent(game)}`;
  return number === undefined ? path : `${path}/${number}`;
}

/** Where all pieces of a game are listed, in its own edition or another one. */
export function boxPath(game: string, edition?: string): string {
  const path = `/box/${encodeURIComponent(game)}`;
  return edition === undefined ? path : `${path}/${edition}`;
}

/** Where an owner types in another box, beginning with a game's, or with one of its editions. */
export function editPath(box: string): string {
  return `/edit/${box}`;
}

export function playerPath(name: string): string {
  return `/player/${encodeURIComponent(name)}`;
}

export const SEAT_MARK = '#seat=';

/** The right to a seat that came with the address; it does not stay there. */
export function takeSeatFromAddress(): string | null {
  if (!location.hash.startsWith(SEAT_MARK)) return null;
  const credential = decodeURIComponent(location.hash.slice(SEAT_MARK.length));
  history.replaceState(history.state, '', location.pathname);
  return credential || null;
}

/** Follow a link inside the page, unless the reader wants it elsewhere. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget;
  if (!(link instanceof HTMLAnchorElement)) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  route.go(link.pathname + link.search);
}

/** Tell the outside that the page is connected and drawn. */
export function announceReady(ready: boolean): void {
  document.documentElement.dataset.ready = String(ready);
}
