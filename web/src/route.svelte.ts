/** Two pages: the lobby at `/`, a table at `/table/{id}`. */
class Route {
  path: string = $state(location.pathname);

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname));
  }

  get table(): string | null {
    const match = /^\/table\/([^/]+)\/?$/.exec(this.path);
    return match?.[1] ? decodeURIComponent(match[1]) : null;
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.path = path;
    scrollTo(0, 0);
  }
}

export const route = new Route();

/** The address of a table's page, to be sent to friends. */
export function tableAddress(table: string): string {
  return `${location.origin}/table/${encodeURIComponent(table)}`;
}

const SEAT_MARK = '#seat=';

/** The address that moves a seat: the right stands behind the #, which no server ever sees. */
export function seatAddress(table: string, credential: string): string {
  return `${tableAddress(table)}${SEAT_MARK}${encodeURIComponent(credential)}`;
}

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
  route.go(link.pathname);
}

/** Tell the outside that the page is connected and drawn. */
export function announceReady(ready: boolean): void {
  document.documentElement.dataset.ready = String(ready);
}
