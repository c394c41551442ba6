/**
 * Several people share this device. Each of their seats keeps its place at the table by a
 * connection of its own, which remembers nothing but whether the seat is asked: what a seat knows
 * is on the page only while its person looks.
 */
import type { HeldSeat } from '../mytables';
import type { ServerMessage, TableInfo } from '../wire/messages';
import { Connection, type Socket } from './connection';
import { saltFor, type Seated } from './session.svelte';

/** One seat of this device. */
export class Keeper {
  readonly credential: string;
  seat: number = $state(0);
  asked: boolean = $state(false);
  private since = -1;
  private readonly link: Connection;

  constructor(
    held: HeldSeat,
    dial: () => Socket,
    host: () => string | null,
    private readonly table: () => TableInfo | null,
    private readonly hears: (table: TableInfo) => void,
    private readonly seated: Seated,
  ) {
    this.credential = held.credential;
    this.seat = held.seat;
    this.link = new Connection({
      dial,
      hello: () => ({
        credential: this.credential,
        host: host(),
        since: this.since,
        // A line that comes back by itself does not speak for somebody who has gone away.
        is_back: !this.stoodIn,
        ...saltFor(this.table()),
      }),
      receive: (message) => this.receive(message),
      changed: () => undefined,
    });
    this.link.open();
  }

  /** Whether a bot plays for the person of this seat. */
  private get stoodIn(): boolean {
    return Boolean(this.table()?.seats[this.seat]?.stand_in);
  }

  close(): void {
    this.link.close();
  }

  hurry(): void {
    this.link.hurry();
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.seat = message.seat ?? this.seat;
      this.hears(message.table);
      this.seated(this.credential, message.seat);
    } else if (message.type === 'seats') {
      this.hears(message.table);
    } else if (message.type === 'update') {
      this.since = message.seq;
      this.asked = message.legal.length > 0;
    } else if (message.type === 'refused' && message.code === 'bad_credential') {
      this.close();
      this.seated(this.credential, null);
    }
  }
}

/** All seats of this device, and whose person looks. */
export class HotSeats {
  table: TableInfo | null = $state.raw(null);
  keepers: readonly Keeper[] = $state.raw([]);
  /** The right of whoever looks at the table; null while the curtain is down. */
  looking: string | null = $state(null);

  constructor(
    private readonly dial: () => Socket,
    /** The right to be the host, if this browser opened the table. */
    private readonly host: () => string | null,
    private readonly seated: Seated,
  ) {}

  get shared(): boolean {
    return this.keepers.length > 1;
  }

  /** The seat that the device must be handed to: it is asked, and its person does not look. */
  get next(): Keeper | null {
    const here = this.keepers.find((one) => one.credential === this.looking);
    if (here?.asked) return null;
    return this.keepers.find((one) => one.asked && one !== here) ?? null;
  }

  /** Keep just these seats. One alone needs no keeper: whoever sits there always looks. */
  hold(seats: readonly HeldSeat[]): void {
    const wanted = seats.length > 1 ? seats : [];
    const kept = this.keepers.filter((one) => wanted.some((held) => is(held, one)));
    for (const one of this.keepers) if (!kept.includes(one)) one.close();
    const fresh = wanted.filter((held) => !kept.some((one) => is(held, one)));
    this.keepers = [...kept, ...fresh.map((held) => this.keeper(held))];
  }

  hurry(): void {
    for (const one of this.keepers) one.hurry();
  }

  private keeper(held: HeldSeat): Keeper {
    const hears = (table: TableInfo): void => void (this.table = table);
    return new Keeper(held, this.dial, this.host, () => this.table, hears, this.seated);
  }
}

function is(held: HeldSeat, keeper: Keeper): boolean {
  return held.credential === keeper.credential;
}
