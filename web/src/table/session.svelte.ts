/** One table as this browser sees it: what the server said last, and what was said to it. */
import { tick } from 'svelte';
import { randomText } from '../memory';
import type {
  Denied,
  Refused,
  Said,
  ServerMessage,
  TableInfo,
  Update,
  Welcome,
} from '../wire/messages';
import { Connection, type ConnectionState, type Socket } from './connection';
import type { GameEvent, GameTable, GameView } from './game';
import { prefersStillness, type Stage, type Step } from './stage';

export interface LogEntry {
  id: number;
  event: GameEvent;
}

export interface Trouble {
  code: string;
  reason: string;
  rule: string | null;
}

/** What is being acted out: the table before it, what has been shown of it, what is shown now. */
export interface Story {
  before: GameView;
  told: GameEvent[];
  now: GameEvent | null;
}

/** What was missed for so many decisions is not acted out: the page shows how it stands. */
const DECISIONS_MAX = 6;
const QUEUE_MAX = 6;

/** Where a right sits; null when its seat was given away. */
export type Seated = (credential: string, seat: number | null) => void;

export interface SessionSetup {
  table: string;
  credential: string | null;
  dial: () => Socket;
  seated?: Seated;
}

export class Session {
  readonly id: string;
  table: TableInfo | null = $state.raw(null);
  /** This browser's seat; null for a spectator. */
  seat: number | null = $state(null);
  update: Update | null = $state.raw(null);
  /** While it is told, the board may show the table as it was at that moment. */
  story: Story | null = $state.raw(null);
  log: LogEntry[] = $state.raw([]);
  chat: Said[] = $state.raw([]);
  connection: ConnectionState = $state('connecting');
  /** Why the last message was refused, until the next step. */
  trouble: Trouble | null = $state.raw(null);
  /** The action on its way to the server. */
  pending: string | null = $state(null);
  /** The action that is looked at before it is done. */
  preview: string | null = $state(null);
  /** The unusual action that waits for a second yes. */
  asking: string | null = $state(null);
  /** When the table stops waiting, on this page's clock. */
  deadline: { at: number; total: number } | null = $state.raw(null);
  /** The rule that the rules panel shall open. */
  rule: string | null = $state(null);
  game: GameTable | null = $state.raw(null);
  /** Whether the last changes are still being acted out. */
  telling = $state(false);
  stage: Stage | null = null;
  credential: string | null;
  private since = -1;
  private lines = 0;
  private acting: string | null = null;
  /** The record that holds the action on its way, once it is stored. */
  private stored: number | null = null;
  private queue: Update[] = [];
  private readonly link: Connection;
  private readonly seated: Seated | undefined;

  constructor(setup: SessionSetup) {
    this.id = setup.table;
    this.credential = setup.credential;
    this.seated = setup.seated;
    this.link = new Connection({
      dial: setup.dial,
      hello: () => ({ credential: this.credential, since: this.since }),
      receive: (message) => this.receive(message),
      changed: (state) => (this.connection = state),
    });
  }

  get legal(): string[] {
    return this.pending === null ? (this.update?.legal ?? []) : [];
  }

  get denied(): Denied[] {
    return this.pending === null ? (this.update?.denied ?? []) : [];
  }

  get myTurn(): boolean {
    return this.seat !== null && (this.update?.waiting.includes(this.seat) ?? false);
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
    this.queue = [];
    this.log = [];
    this.chat = [];
    this.link.restart();
  }

  /** Do a legal action; an unusual one only when it was asked and said again. */
  act(action: string): void {
    if (!this.legal.includes(action)) return;
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
    this.stage?.skip();
    this.acting = randomText();
    this.stored = null;
    this.pending = action;
    this.link.post({ type: 'act', id: this.acting, action });
  }

  say(text: string): void {
    const words = text.trim();
    if (words) this.link.post({ type: 'say', id: randomText(), text: words });
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
        this.table = message.table;
        return;
      case 'said':
        return this.hear(message);
      case 'refused':
        return this.refused(message);
      case 'update':
        this.queue.push(message);
        void this.tell();
        return;
      case 'ack':
        if (message.id === this.acting) this.stored = message.seq;
        return this.settle();
    }
  }

  private welcome(message: Welcome): void {
    this.table = message.table;
    this.seat = message.seat;
    if (this.credential === null) return;
    this.seated?.(this.credential, message.seat);
    if (message.seat === null) this.credential = null;
  }

  private hear(message: Said): void {
    // Only an update says how far the story was told: what was said comes before it.
    if (this.chat.some((one) => one.seq === message.seq)) return;
    this.chat = [...this.chat, message];
  }

  /** The action is done when it is stored and the page shows the table after it. */
  private settle(): void {
    if (this.stored === null || (this.update?.seq ?? -1) < this.stored) return;
    this.pending = null;
    this.stored = null;
  }

  private refused(message: Refused): void {
    if (message.id === this.acting) this.pending = null;
    // The server hangs up after this; the next hello is a spectator's.
    const lost = message.code === 'bad_credential' ? this.credential : null;
    if (lost !== null) {
      this.seated?.(lost, null);
      this.credential = null;
    }
    this.trouble = { code: message.code, reason: message.reason, rule: message.rule ?? null };
  }

  /** Tell the updates in order, each as a little story. */
  private async tell(): Promise<void> {
    if (this.telling) return;
    this.telling = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) await this.show(next);
    this.telling = false;
  }

  private async show(update: Update): Promise<void> {
    const before = this.update;
    const fresh = update.events.filter((event) => before === null || this.isNews(event, before));
    const acted = before !== null && this.canAct(fresh);
    const places = acted ? this.stage?.look() : undefined;
    const { stage, game } = this;
    if (!acted || !places || !stage || !game) {
      this.adopt(update);
      return this.write(fresh);
    }
    this.story = { before: before.view, told: [], now: null };
    this.adopt(update);
    await tick();
    await stage.play(places, this.steps(fresh, game, before.view, update.view));
    this.story = null;
  }

  private steps(fresh: GameEvent[], game: GameTable, before: GameView, after: GameView): Step[] {
    return fresh.map((event, index) => ({
      motions: game.motions(event, before, after),
      lasts: game.lasts?.(event) ?? 0,
      begin: () => (this.story = { before, told: fresh.slice(0, index), now: event }),
      done: () => {
        this.story = { before, told: fresh.slice(0, index + 1), now: null };
        this.write([event]);
      },
    }));
  }

  private isNews(event: GameEvent, before: Update): boolean {
    return typeof event.seq !== 'number' || event.seq > before.seq;
  }

  private canAct(story: GameEvent[]): boolean {
    if (!this.stage || story.length === 0) return false;
    if (new Set(story.map((event) => event.seq)).size > DECISIONS_MAX) return false;
    return this.queue.length <= QUEUE_MAX && !document.hidden && !prefersStillness();
  }

  private adopt(update: Update): void {
    const changed = this.update?.seq !== update.seq;
    this.update = update;
    this.since = Math.max(this.since, update.seq);
    this.deadline = update.clock
      ? { at: performance.now() + update.clock.left_ms, total: update.clock.total_ms }
      : null;
    this.settle();
    if (!changed) return;
    this.preview = null;
    this.asking = null;
    this.trouble = null;
  }

  private write(events: GameEvent[]): void {
    if (events.length === 0) return;
    const entries = events.map((event) => ({ id: this.lines++, event }));
    this.log = [...this.log, ...entries];
  }
}
