/** This browser's place at one table: the seats that it holds, and what it shows of them. */
import { getContext, setContext } from 'svelte';
import { shell } from '../i18n/speech.svelte';
import { dropSeat, holdSeat, keepTable, myTable, type HeldSeat } from '../mytables';
import type { TableInfo } from '../wire/messages';
import type { Socket } from './connection';
import type { GameTable } from './game';
import { HotSeats } from './hotseat.svelte';
import { Session, type Seated } from './session.svelte';

export class Place {
  readonly hot: HotSeats;
  held: readonly HeldSeat[] = $state.raw([]);
  /** The table as the one who looks sees it; null while nobody may look. */
  session: Session | null = $state.raw(null);
  private first: TableInfo | null = $state.raw(null);
  private game: GameTable | null = null;

  constructor(
    readonly id: string,
    private readonly dial: () => Socket,
  ) {
    const seated: Seated = (credential, seat) => this.seated(credential, seat);
    this.hot = new HotSeats(dial, () => this.host, seated);
  }

  /** The right to be the host, if this browser opened the table. */
  private get host(): string | null {
    return myTable(this.id)?.host ?? null;
  }

  get table(): TableInfo | null {
    return this.session?.table ?? this.hot.table ?? this.first;
  }

  /** Whether the curtain is down: people share this device, and nobody has said who looks. */
  get concealed(): boolean {
    const playing = this.table?.status === 'playing';
    return this.hot.shared && this.hot.looking === null && playing;
  }

  /** The seat of whoever looks. */
  get mine(): HeldSeat | null {
    const credential = this.session?.credential;
    return this.held.find((one) => one.credential === credential) ?? null;
  }

  /** The table was found. A seat that came with the address is held from now on. */
  enter(table: TableInfo, game: GameTable, moved: string | null): void {
    this.first = table;
    this.game = game;
    this.hot.table = table;
    keepTable(this.id, table.game);
    if (moved) holdSeat(this.id, { seat: -1, credential: moved, name: '' });
    this.refresh();
  }

  /** Open the table for whoever may look, or take everything off the page. */
  settle(): void {
    if (!this.game || this.concealed === (this.session === null)) return;
    if (this.concealed) this.leave();
    else this.open(this.hot.looking ?? this.held[0]?.credential ?? null);
  }

  /** Somebody at this device took a seat. */
  join(held: HeldSeat): void {
    holdSeat(this.id, held);
    this.refresh();
    if (this.session?.seat === null) this.session.sitDown(held.credential);
  }

  /** Let go of a seat on this device. */
  drop(held: HeldSeat): void {
    dropSeat(this.id, held.credential);
    if (this.hot.looking === held.credential) this.hot.looking = null;
    if (this.session?.credential === held.credential) this.leave();
    this.refresh();
  }

  /** The person of a seat looks. Nothing of what the last one saw is kept. */
  look(credential: string): void {
    this.leave();
    this.hot.looking = credential;
  }

  /** The curtain falls. */
  conceal(): void {
    this.leave();
    this.hot.looking = null;
  }

  hurry(): void {
    this.session?.hurry();
    this.hot.hurry();
  }

  close(): void {
    this.leave();
    this.hot.hold([]);
  }

  private open(credential: string | null): void {
    const held = this.held.find((one) => one.credential === credential);
    const session = new Session({
      table: this.id,
      credential,
      host: this.host,
      dial: this.dial,
      seated: (right, seat) => this.seated(right, seat),
      seen: held?.seen,
      orders: held?.orders,
      saw: (right, seen) => this.saw(right, seen),
      ordered: (right, orders) => this.keep(right, { orders }),
    });
    session.table = this.table;
    session.game = this.game;
    this.session = session;
    session.open();
  }

  private leave(): void {
    if (this.session) this.first = this.session.table;
    this.session?.close();
    this.session = null;
  }

  private refresh(): void {
    this.held = myTable(this.id)?.seats ?? [];
    this.hot.hold(this.held);
  }

  /** The table says where a right sits now; nowhere if the seat was given away. */
  private seated(credential: string, seat: number | null): void {
    const known = this.held.find((one) => one.credential === credential);
    if (seat === null) {
      dropSeat(this.id, credential);
      const reason = shell.t('seat.lost');
      if (this.session?.credential === credential)
        this.session.trouble = { code: '', reason, rule: null };
    } else if (known) {
      const name = this.table?.seats[seat]?.name ?? known.name;
      if (known.seat === seat && known.name === name) return;
      holdSeat(this.id, { ...known, seat, name });
    }
    this.refresh();
  }

  /** Keep in mind how far somebody has looked, for the next time. */
  private saw(credential: string, seen: number): void {
    const known = this.held.find((one) => one.credential === credential);
    if (known?.seen !== seen) this.keep(credential, { seen });
  }

  /** Remember more of a seat that is held here. */
  private keep(credential: string, more: Partial<HeldSeat>): void {
    const known = this.held.find((one) => one.credential === credential);
    if (!known) return;
    holdSeat(this.id, { ...known, ...more });
    this.held = myTable(this.id)?.seats ?? [];
  }
}

const KEY = Symbol('place');

export function setPlace(place: Place): void {
  setContext(KEY, place);
}

/** The place of the page around; null where a table is shown without one. */
export function findPlace(): Place | null {
  return getContext<Place | undefined>(KEY) ?? null;
}
