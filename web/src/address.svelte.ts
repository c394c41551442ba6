/**
 * Where others find this server. A page that was opened on the server's own machine has an address
 * that means another machine everywhere else: then the server is asked for a better one.
 */
import { addressHere } from './api';
import { SEAT_MARK } from './route.svelte';

const ONLY_HERE = /^(127\..*|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\]|(.*\.)?localhost)$/;

/** Whether an address means another machine everywhere else. */
export function isOnlyHere(address: string): boolean {
  return ONLY_HERE.test(new URL(address).hostname);
}

class Address {
  found: string = $state(location.origin);

  constructor() {
    if (isOnlyHere(location.origin)) void this.find();
  }

  /** Whether nobody else can follow a link to here. */
  get onlyHere(): boolean {
    return isOnlyHere(this.found);
  }

  /** A page of this server, to be sent to friends. */
  of(path: string): string {
    return this.found + path;
  }

  /** The page of a table. */
  ofTable(table: string): string {
    return this.of(`/table/${encodeURIComponent(table)}`);
  }

  /** What moves a seat: the right stands behind the #, which no server ever sees. */
  ofSeat(table: string, credential: string): string {
    return `${this.ofTable(table)}${SEAT_MARK}${encodeURIComponent(credential)}`;
  }

  private async find(): Promise<void> {
    this.found = await addressHere().then(
      ({ link }) => link,
      () => this.found,
    );
  }
}

export const address = new Address();
