/** One table as this browser sees it: what the server said last, and what was said to it. */
import { keepShown } from '../fairness/shown';
import type { Details } from '../i18n/refusals';
import { speech } from '../i18n/speech.svelte';
import { isLed, led } from '../guided/led';
import { randomText, recall, remember } from '../memory';
import type {
  Denied,
  HintMove,
  Phrase,
  Refused,
  Said,
  ServerMessage,
  TableInfo,
  Update,
  Welcome,
  What,
} from '../wire/messages';
import { Absence } from './absence.svelte';
import { Answers } from './answers.svelte';
import { Company } from './company.svelte';
import { Connection, type ConnectionState, type Socket } from './connection';
import { countdownOf, deadlineOf, type Countdown, type Deadline } from './deadlines';
import type { GameTable } from './game';
import type { Stage } from './stage';
import { Teller, type LogEntry, type Story } from './teller.svelte';

export interface Trouble {
  code: string;
  reason: string;
  rule: string | null;
  details?: Details | null;
}

/** So long one can read that an answer came too late, though the table goes on. */
const READ_MS = 5000;

/** So long a question that came unexpectedly takes no click. */
const FRESH_MS = 300;

/** Where a right sits; null when its seat was given away. */
export type Seated = (credential: string, seat: number | null) => void;

export interface SessionSetup {
  table: string;
  credential: string | null;
  /** The right to be the host, if this browser opened the table. */
  host?: string | null;
  dial: () => Socket;
  /** Whether a finished game is only shown again. */
  isReplay?: boolean;
  seated?: Seated;
  /** The number of the last update that was looked at before this page was opened. */
  seen?: number | undefined;
  /** What the person has ordered in advance, as the game wrote it. */
  orders?: unknown;
  ordered?: (credential: string, orders: unknown) => void;
  /** An update was looked at. */
  saw?: (credential: string, seq: number) => void;
}

/** The share in the shuffle of somebody whose seat is reserved: coming is sitting down. */
export function saltFor(table: TableInfo | null): { salt?: string } {
  return table?.status === 'waiting' ? { salt: randomText() } : {};
}

export class Session {
  readonly id: string;
  /** Nobody acts here, nobody is here or away: a finished game is only shown again. */
  readonly isReplay: boolean;
  table: TableInfo | null = $state.raw(null);
  /** This browser's seat; null for a spectator. */
  seat: number | null = $state(null);
  update: Update | null = $state.raw(null);
  /** Whether the pupil of a guided game wants to do without the guide. */
  unguided: boolean = $state(false);
  /** The pupil has read the guide's last words and plays on. */
  guideClosed: boolean = $state(false);
  chat: Said[] = $state.raw([]);
  connection: ConnectionState = $state('connecting');
  /** Why the last message was refused, until the next step. */
  trouble: Trouble | null = $state.raw(null);
  /** The action that is looked at before it is done. */
  preview: string | null = $state(null);
  /** The unusual action that waits for a second yes. */
  asking: string | null = $state(null);
  /** When the table stops waiting, on this page's clock; then the reserve runs. */
  deadline: Deadline | null = $state.raw(null);
  countdown: Countdown | null = $state.raw(null);
  /** What this person has ordered in advance, as the game wrote it. */
  orders: unknown = $state.raw(null);
  readonly company: Company;
  readonly absence: Absence;
  readonly answers: Answers;
  /** What a captain would do now; null if nobody asked. */
  hints: HintMove[] | null = $state.raw(null);
  hinting: boolean = $state(false);
  /** Where this seat's notices go; null if nowhere. */
  mail: string | null = $state(null);
  /** The rule that the rules panel shall open. */
  rule: string | null = $state(null);
  game: GameTable | null = $state.raw(null);
  credential: string | null;
  private since = -1;
  /** The last update as the table told it, without a guide's restrictions. */
  private told: Update | null = null;
  /** Until when a click may have been aimed at the question before, on this page's clock. */
  private freshUntil = 0;
  /** Until when updates leave the trouble on the page, on this page's clock. */
  private readUntil = 0;
  private hintId = '';
  private readonly link: Connection;
  private readonly teller: Teller;
  private readonly seated: Seated | undefined;
  private readonly saw: SessionSetup['saw'];
  private readonly ordered: SessionSetup['ordered'];

  constructor(setup: SessionSetup) {
    this.id = setup.table;
    this.isReplay = setup.isReplay ?? false;
    this.company = new Company(setup.table);
    this.credential = setup.credential;
    this.seated = setup.seated;
    this.absence = new Absence(setup.seen);
    this.teller = new Teller(this);
    this.saw = setup.saw;
    this.orders = setup.orders ?? null;
    this.unguided = recall('unguided') === setup.table;
    this.ordered = setup.ordered;
    this.answers = new Answers((message) => this.link.post(message));
    this.link = new Connection({
      dial: setup.dial,
      // A page that comes back by itself does not speak for somebody who has gone away.
      hello: () => ({
        credential: this.credential,
        host: setup.host ?? null,
        since: this.since,
        is_back: !this.stoodIn,
        ...saltFor(this.table),
      }),
      receive: (message) => this.receive(message),
      changed: (state) => this.connected(state),
    });
  }

  /** While it is told, the board may show the table as it was at that moment. */
  get story(): Story | null {
    return this.teller.story;
  }

  /** What happened in the game. */
  get log(): LogEntry[] {
    return this.teller.log;
  }

  /** What the table itself did, numbered together with the log. */
  get happenings(): LogEntry[] {
    return this.teller.happenings;
  }

  /** Whether the last changes are still being acted out. */
  get telling(): boolean {
    return this.teller.telling;
  }

  get stage(): Stage | null {
    return this.teller.stage;
  }

  set stage(stage: Stage | null) {
    this.teller.stage = stage;
  }

  /** The action on its way to the server. */
  get pending(): string | null {
    return this.answers.pending;
  }

  /** What may be answered, once the board has come to rest. */
  get legal(): string[] {
    return this.rests ? (this.update?.legal ?? []) : [];
  }

  /** What may be done though nobody waits for it: offers and answers to them. */
  get asides(): string[] {
    return this.rests ? (this.update?.asides ?? []) : [];
  }

  get denied(): Denied[] {
    return this.rests ? (this.update?.denied ?? []) : [];
  }

  /** Whether nothing is on its way, and the board has shown everything that happened. */
  get rests(): boolean {
    return this.pending === null && this.story === null;
  }

  /** Whether the question changed a moment ago by what others did: a click was meant for the last. */
  get isFresh(): boolean {
    return performance.now() < this.freshUntil;
  }

  get myTurn(): boolean {
    return this.seat !== null && (this.update?.waiting.includes(this.seat) ?? false);
  }

  /** Whether a bot plays for the person of this page. */
  get stoodIn(): boolean {
    return this.seat !== null && Boolean(this.table?.seats[this.seat]?.stand_in);
  }

  open(): void {
    this.link.open();
  }

  close(): void {
    this.link.close();
  }

  hurry(): void {
    this.link.hurry();
  }

  /** Come back with the right to a seat: the story is told anew through its eyes. */
  sitDown(credential: string): void {
    this.credential = credential;
    this.since = -1;
    this.update = null;
    this.teller.forget();
    this.chat = [];
    this.absence.forget();
    this.link.restart();
  }

  /** Whether an action would be done now. */
  may(action: string): boolean {
    if (this.legal.includes(action) || this.asides.includes(action)) return true;
    if (this.pending !== null || this.update === null) return false;
    if (!this.unguided && isLed(this.update)) return false;
    return this.game?.composes?.(action, this.update.view) ?? false;
  }

  /** Do a possible action; an unusual one only when it was asked and said again. */
  act(action: string): void {
    if (!this.may(action)) return;
    const view = this.update?.view;
    const seat = this.seat;
    const unusual = view && seat !== null ? this.game?.unusual(action, view, seat) : null;
    if (unusual && this.asking !== action) {
      this.asking = action;
      this.trouble = null;
      return;
    }
    this.asking = null;
    this.preview = null;
    this.trouble = null;
    this.absence.missed = null;
    this.company.outcome = null;
    this.company.hasActed = true;
    this.hints = null;
    this.stage?.skip();
    // Whoever lets the others' play pass still wants the own one; whoever plays has chosen anew.
    const isPassing = action === this.update?.prompt?.default;
    if (this.update?.legal.includes(action) && !isPassing) this.answers.kept = null;
    this.send(action);
  }

  /** Whether this seat has asked for time. */
  get isHolding(): boolean {
    return this.seat !== null && (this.countdown?.held.includes(this.seat) ?? false);
  }

  /** Stop the countdown of the open window for everybody, or let it run again. */
  hold(): void {
    if (this.seat === null || !this.countdown) return;
    if (!this.isHolding && this.update?.holds_left === 0) return;
    this.link.post({ type: 'hold', id: randomText(), on: !this.isHolding });
  }

  /** Follow the guide of a guided game, or do without it. */
  lead(on: boolean): void {
    this.unguided = !on;
    remember('unguided', on ? '' : this.id);
    if (this.told) this.update = on ? led(this.told) : this.told;
  }

  /** Give a standing order; it is obeyed at once, and kept for this table. */
  order(orders: unknown): void {
    this.orders = orders;
    if (this.credential !== null) this.ordered?.(this.credential, orders);
    this.obey();
  }

  /** An answer names its question; what is done beside it says what was to be seen then. */
  private send(action: string, ordered: number | null = null): void {
    const { update } = this;
    const question = update?.legal.includes(action) ? update.question : null;
    this.answers.send(action, question, update?.seq ?? null, ordered);
  }

  /**
   * The answer of a seat that has no choice in a window which counts down. It is given at once: the
   * countdown is the same for everybody, and tells nobody of it.
   */
  get onlyAnswer(): string | null {
    const { update, game } = this;
    if (!update?.countdown || update.question === null || update.asides.length > 0) return null;
    const [first, ...others] = update.legal;
    if (first !== undefined && others.length === 0) return first;
    return game?.idle?.(update.legal) ?? null;
  }

  /** Answer as the person has ordered, unless an order is on its way or looked at. */
  private obey(): void {
    const { update, seat, game, orders } = this;
    if (!update || seat === null || this.pending !== null || this.asking !== null) return;
    if (!this.myTurn || this.stoodIn) return;
    const ordered = orders === null ? null : game?.standing?.(orders, update, seat);
    const answer = this.onlyAnswer ?? ordered ?? null;
    if (answer === null || !update.legal.includes(answer)) return;
    this.send(answer, update.seq);
  }

  /** Send a play again that came before others could react, once its question is asked again. */
  private playKept(): void {
    const { update, game } = this;
    const { kept } = this.answers;
    if (!update || !kept || this.pending !== null) return;
    const isAsked = update.question === kept.question;
    if (!isAsked && game?.isReacting?.(update.view)) return;
    this.answers.kept = null;
    if (isAsked && update.legal.includes(kept.action)) this.send(kept.action);
    else this.complain({ code: 'too_late', reason: '', rule: null });
  }

  say(text: string): void {
    const words = text.trim();
    if (words) this.link.post({ type: 'say', id: randomText(), text: words });
  }

  /** Say something that everybody reads in their own language. */
  call(phrase: Phrase): void {
    this.link.post({ type: 'say', id: randomText(), phrase });
  }

  /** Let a bot play until I am back. */
  goAway(): void {
    this.link.post({ type: 'away', id: randomText() });
  }

  comeBack(): void {
    this.link.post({ type: 'back', id: randomText() });
  }

  /** Let a bot play for somebody who keeps the table waiting. */
  relieve(seat: number): void {
    this.trouble = null;
    this.link.post({ type: 'relieve', id: randomText(), seat });
  }

  /** Ask all people at the table for something. */
  propose(what: What, clock_s: number | null = null): void {
    this.trouble = null;
    this.company.outcome = null;
    this.link.post({ type: 'propose', id: randomText(), what, clock_s });
  }

  /** Say yes or no to the open proposal. */
  answer(yes: boolean): void {
    const number = this.table?.proposal?.number;
    if (number === undefined) return;
    this.link.post({ type: 'answer', id: randomText(), proposal: number, yes });
  }

  /** Have a mail sent whenever it is my turn, or none any more. */
  sendMail(mail: string | null): void {
    this.mail = mail;
    this.link.post({ type: 'notify', id: randomText(), mail, language: speech.language });
  }

  /** Ask what a captain would do. */
  askHint(): void {
    if (this.hinting) return;
    this.trouble = null;
    this.hinting = true;
    this.hintId = randomText();
    this.link.post({ type: 'hint', id: this.hintId });
  }

  /** Explain why an action is not possible. */
  explain(denied: Denied): void {
    this.asking = null;
    this.trouble = { code: denied.code, reason: denied.reason, rule: denied.rule };
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.welcome(message);
      case 'seats':
        this.company.notice(this.table, message.table);
        this.table = message.table;
        keepShown(message.table);
        return;
      case 'said':
        return this.hear(message);
      case 'refused':
        return this.refused(message);
      case 'hints':
        if (message.id !== this.hintId) return;
        this.hinting = false;
        this.hints = this.myTurn ? message.moves : null;
        return;
      case 'rewound':
        this.answers.forget();
        this.company.tookBack();
        return this.teller.rewind(message);
      case 'update':
        if (message.ack !== null) this.answers.acknowledged(message.ack, message.seq);
        return this.teller.hear(message);
      case 'ack':
        this.answers.acknowledged(message.id, message.seq);
        this.answers.settle(this.update?.seq ?? -1);
        this.playKept();
        return this.obey();
    }
  }

  private welcome(message: Welcome): void {
    this.company.notice(this.table, message.table);
    this.table = message.table;
    keepShown(message.table);
    this.seat = message.seat;
    this.mail = message.mail;
    if (this.credential === null) return;
    this.seated?.(this.credential, message.seat);
    if (message.seat === null) this.credential = null;
  }

  private connected(state: ConnectionState): void {
    this.connection = state;
    if (state === 'reconnecting') this.absence.loseLine();
  }

  private hear(message: Said): void {
    // Only an update says how far the story was told: what was said comes before it.
    if (this.chat.some((one) => one.seq === message.seq)) return;
    this.chat = [...this.chat, message];
  }

  private refused(message: Refused): void {
    const sent = this.answers.refused(message);
    if (message.id === this.hintId) this.hinting = false;
    // An order that came too late is no news: the table has gone on, and may ask the same again.
    if (sent !== null && sent.ordered !== null) {
      if (this.update?.seq !== sent.ordered) this.obey();
      return;
    }
    if (sent !== null && message.code === 'reaction_first') return;
    // The server hangs up after this; the next hello is a spectator's.
    const lost = message.code === 'bad_credential' ? this.credential : null;
    if (lost !== null) {
      this.seated?.(lost, null);
      this.credential = null;
    }
    const { code, reason, rule = null, details = null } = message;
    this.complain({ code, reason, rule, details });
  }

  /** Say what went wrong; the table that has gone on must not take it off the page at once. */
  private complain(trouble: Trouble): void {
    this.trouble = trouble;
    this.readUntil = performance.now() + (trouble.code === 'too_late' ? READ_MS : 0);
  }

  /** The story is told anew: what was heard and missed so far does not count. */
  unlearn(): void {
    this.since = -1;
    this.absence.forget();
  }

  /** Notice a question that takes the place of another one, though nobody here has answered. */
  private watchPointer({ question }: Update): void {
    const last = this.update?.question ?? null;
    const isOther = last !== null && question !== null && question !== last;
    if (isOther && this.pending === null) this.freshUntil = performance.now() + FRESH_MS;
  }

  /** Show the table after an update whose turn has come. */
  adopt(update: Update, heard: number): void {
    const changed = this.update?.seq !== update.seq;
    this.watchPointer(update);
    this.told = update;
    this.update = this.unguided ? update : led(update);
    this.since = Math.max(this.since, update.seq);
    const { clock, countdown } = update;
    this.deadline = clock ? deadlineOf(clock, heard) : null;
    this.countdown = countdown ? countdownOf(countdown, heard) : null;
    if (this.credential !== null && !document.hidden) this.saw?.(this.credential, update.seq);
    this.answers.settle(update.seq);
    if (changed) {
      this.preview = null;
      this.asking = null;
      if (heard >= this.readUntil) this.trouble = null;
      this.hints = null;
    }
    this.playKept();
    this.obey();
  }
}
