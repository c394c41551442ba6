/** What every part of the board shares: the table now, what may be answered, and what is in hand. */
import type { Voice } from '../../i18n/speech.svelte';
import type { Telling } from '../../table/game';
import { nameOf, seatToken } from '../../table/names';
import type { Session } from '../../table/session.svelte';
import {
  cardAsked,
  isCall,
  legalOnly,
  ofVerb,
  prizeAsked,
  prizeUses,
  readAsk,
  readAsks,
  seatsAsked,
  sideAsked,
  usesOf,
  type Ask,
} from './asks';
import { crewOf, sorted } from './cards';
import { NO_ORDERS, readOrders, type Orders } from './orders';
import { asView, knownCards, type SeatView, type View } from './view';
import { actionText } from './words';

/** A card of the hand that is being played, by its place there. */
export interface Held {
  place: number;
  card: string;
}

/** One way to use a card: everything but the seats is settled. */
export interface Mode {
  key: string;
  ask: Ask;
  asks: Ask[];
  /** Whether a seat must still be chosen. */
  aims: boolean;
}

/** What can be done with a prize before oneself: trade, sell, bury it, or let the Carpenter see it. */
export const MOVES = ['trade', 'sell', 'bury', 'present'];
/** Answers that point at a seat and need no card. */
const SEAT_VERBS = ['appoint', 'suggest', 'victim', 'take_from'];

function modeKey(ask: Ask): string {
  const extra = ask.verb === 'officer' ? ask.args[1] : sideAsked(ask);
  return `${ask.verb} ${extra ?? ''}`;
}

export class Desk {
  readonly session: Session;
  private readonly speaker: () => Voice;
  held: Held | null = $state.raw(null);
  /** The way of using the held card, where there are several. */
  mode: string | null = $state(null);
  /** The first seat that the Second Mate robs. */
  robbed: number | null = $state(null);
  /** The prize that the Quartermaster has taken up. */
  lifted: string | null = $state(null);
  /** A prize of one's own, hidden from somebody, that is taken up to be shown. */
  raised: string | null = $state(null);
  /** The Mutiny! button was pressed: the next card calls. */
  armed = $state(false);
  /** The form for an offer is open. */
  composing = $state(false);
  /** The seat whose belongings are spread out on a small screen. */
  looked: number | null = $state(null);

  readonly asks: Ask[] = $derived.by(() => readAsks(this.session.legal, this.session.denied));
  readonly asides: Ask[] = $derived.by(() => this.session.asides.map((one) => readAsk(one)));
  readonly shows: Ask[] = $derived.by(() => ofVerb(this.asides, 'show'));
  readonly hand: string[] = $derived.by(() => sorted(knownCards(this.mine?.hand ?? [])));
  readonly calls: Ask[] = $derived.by(() => legalOnly(this.asks).filter(isCall));
  readonly orders: Orders = $derived.by(() =>
    this.session.orders === null ? NO_ORDERS : readOrders(this.session.orders),
  );
  readonly modes: Mode[] = $derived.by(() => (this.held ? this.modesOf(this.held.card) : []));

  constructor(session: Session, speaker: () => Voice) {
    this.session = session;
    this.speaker = speaker;
  }

  get voice(): Voice {
    return this.speaker();
  }

  get me(): number | null {
    return this.session.seat;
  }

  get view(): View {
    const { update } = this.session;
    if (!update) throw new Error('the board is drawn before the table is known');
    return asView(update.view);
  }

  get mine(): SeatView | null {
    return this.me === null ? null : (this.view.seats[this.me] ?? null);
  }

  get telling(): Telling {
    const { session, voice } = this;
    return {
      voice,
      seat: session.seat,
      seats: this.view.seats.length,
      who: (seat) => seatToken(session.table, seat, voice),
    };
  }

  name(seat: number): string {
    return nameOf(this.session.table, seat, this.voice);
  }

  say(ask: Ask): string {
    return actionText(ask.action, this.view, this.telling);
  }

  find(...verbs: string[]): Ask | null {
    return ofVerb(legalOnly(this.asks), ...verbs)[0] ?? null;
  }

  /** Do it, or say why not. */
  choose(ask: Ask): void {
    if (ask.denied) this.session.explain(ask.denied);
    else {
      this.session.act(ask.action);
      if (this.session.asking === null) this.putDown();
    }
  }

  putDown(): void {
    this.held = null;
    this.mode = null;
    this.robbed = null;
    this.lifted = null;
    this.raised = null;
    this.armed = false;
  }

  // ------------------------------------------------------------------ cards of the hand

  uses(card: string): Ask[] {
    const uses = usesOf(this.asks, card);
    return this.armed ? uses.filter(isCall) : uses;
  }

  modesOf(card: string): Mode[] {
    const modes = new Map<string, Mode>();
    for (const ask of this.uses(card)) {
      const key = modeKey(ask);
      const found = modes.get(key);
      if (found) found.asks.push(ask);
      else modes.set(key, { key, ask, asks: [ask], aims: seatsAsked(ask).length > 0 });
    }
    return [...modes.values()];
  }

  /** The mode that is settled: chosen, or the only one there is. */
  get settled(): Mode | null {
    const chosen = this.modes.find((mode) => mode.key === this.mode);
    return chosen ?? (this.modes.length === 1 ? (this.modes[0] ?? null) : null);
  }

  /** Take a card of the hand up; with only one thing to do with it, `now` does it at once. */
  take(place: number, card: string, now: boolean): void {
    const again = this.held?.place === place;
    const { armed } = this;
    this.putDown();
    this.armed = armed;
    const modes = this.modesOf(card);
    const only = modes.length === 1 ? modes[0] : undefined;
    if (only && !only.aims && (now || again || only.ask.denied)) return this.choose(only.ask);
    if (!again) this.held = { place, card };
  }

  settle(mode: Mode): void {
    if (!mode.aims) return this.choose(mode.ask);
    this.mode = mode.key;
    this.robbed = null;
  }

  /** The strongest card that could call a mutiny. */
  get strongest(): Ask | null {
    const plain = this.calls.filter((ask) => ask.verb === 'call');
    const crew = (ask: Ask): number => crewOf(cardAsked(ask) ?? '');
    return [...plain].sort((one, other) => crew(other) - crew(one))[0] ?? this.calls[0] ?? null;
  }

  /** Press Mutiny! once: the cards are ready. Twice: the strongest one calls. */
  mutiny(): void {
    if (this.calls.length === 0) return;
    if (!this.armed) {
      this.putDown();
      this.armed = true;
      return;
    }
    if (this.strongest) this.choose(this.strongest);
  }

  // ------------------------------------------------------------------ seats and prizes

  /** The prize that would be given if a seat were chosen now. */
  get given(): string | null {
    const gives = ofVerb(this.asks, 'give');
    if (gives.length === 0) return null;
    if (this.lifted !== null) return this.lifted;
    const usual = readAsk(this.session.update?.prompt?.default ?? '');
    return usual.verb === 'give' ? (usual.args[0] ?? null) : (gives[0]?.args[0] ?? null);
  }

  /** What choosing a seat would do now; null if nothing. */
  seatAsk(seat: number): Ask | null {
    const found = this.seatAsks(seat);
    return found.find((ask) => ask.denied === null) ?? found[0] ?? null;
  }

  private seatAsks(seat: number): Ask[] {
    if (this.raised !== null)
      return this.showsOf(this.raised).filter((ask) => seatsAsked(ask).includes(seat));
    if (this.settled?.aims) {
      const asks = this.settled.asks.filter((ask) => seatsAsked(ask).includes(seat));
      if (this.robbed === null) return asks;
      return asks.filter(
        (ask) => this.robbed !== seat && seatsAsked(ask).includes(this.robbed ?? -1),
      );
    }
    const prize = this.given;
    if (prize !== null) {
      return prizeUses(this.asks, prize, 'give').length > 0
        ? ofVerb(this.asks, 'give').filter(
            (ask) => ask.args[0] === prize && Number(ask.args[1]) === seat,
          )
        : [];
    }
    return ofVerb(this.asks, ...SEAT_VERBS).filter((ask) => seatsAsked(ask).includes(seat));
  }

  pressSeat(seat: number): void {
    const ask = this.seatAsk(seat);
    if (!ask) return;
    const pairs = ask.verb === 'second_mate' && seatsAsked(ask).length > 1;
    if (pairs && this.robbed === null) this.robbed = seat;
    else this.choose(ask);
  }

  /** To whom a prize of one's own can be shown. */
  showsOf(prize: string): Ask[] {
    return this.shows.filter((ask) => prizeAsked(ask) === prize);
  }

  /** What can be done with a prize before oneself, besides showing it. */
  movesOf(prize: string): Ask[] {
    return prizeUses(this.asks, prize, ...MOVES);
  }

  /** Take a prize up to show it; again puts it down. */
  raise(prize: string): void {
    const again = this.raised === prize;
    this.putDown();
    if (!again) this.raised = prize;
  }

  /** Give a prize to a seat, by carrying it there. */
  give(prize: string, seat: number): void {
    const ask = ofVerb(this.asks, 'give').find(
      (one) => one.args[0] === prize && Number(one.args[1]) === seat,
    );
    if (ask) this.choose(ask);
  }

  // ------------------------------------------------------------------- standing orders

  order(change: Partial<Orders>): void {
    this.session.order({ ...this.orders, ...change });
  }
}

/** Fetches what the first question does not need. */
export const later = () => import('./later');
