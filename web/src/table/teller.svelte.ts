/** How a page tells what the table says: each update as a little story, and as lines of the log. */
import { tick } from 'svelte';
import { settings } from '../comfort/settings.svelte';
import { play, soundOf } from '../comfort/sound';
import type { Rewound, Update } from '../wire/messages';
import type { Absence } from './absence.svelte';
import type { GameEvent, GameTable, GameView } from './game';
import { isOfTable } from './happenings';
import { prefersStillness, type Stage, type Step } from './stage';

export interface LogEntry {
  id: number;
  event: GameEvent;
}

/** What is being acted out: the table before it, what has been shown of it, what is shown now. */
export interface Story {
  before: GameView;
  told: GameEvent[];
  now: GameEvent | null;
  /** What is shown after that. */
  coming: GameEvent[];
}

/** What the table told, and when on this page's clock. */
interface Heard {
  message: Update | Rewound;
  at: number;
}

/** The page that listens: what it shows, and what it does with an update whose turn has come. */
export interface Listener {
  readonly update: Update | null;
  readonly seat: number | null;
  readonly game: GameTable | null;
  readonly absence: Absence;
  adopt: (update: Update, heard: number) => void;
  /** What was told so far does not count any more. */
  unlearn: () => void;
}

/** What was missed for so many decisions is not acted out: the page shows how it stands. */
const DECISIONS_MAX = 6;
const QUEUE_MAX = 6;

export class Teller {
  /** While it is told, the board may show the table as it was at that moment. */
  story: Story | null = $state.raw(null);
  /** What happened in the game. */
  log: LogEntry[] = $state.raw([]);
  /** What the table itself did; numbered together with the log, but no game sees it. */
  happenings: LogEntry[] = $state.raw([]);
  /** Whether the last changes are still being acted out. */
  telling = $state(false);
  stage: Stage | null = null;
  private lines = 0;
  private queue: Heard[] = [];
  /** The next update tells the story anew. */
  private afresh = false;

  constructor(private readonly listener: Listener) {}

  /** Tell this update after those that wait already. */
  hear(message: Update): void {
    this.queue.push({ message, at: performance.now() });
    void this.tell();
  }

  /** The table went back: the update that follows tells the story anew. */
  rewind(message: Rewound): void {
    this.queue.push({ message, at: performance.now() });
  }

  /** Nothing has been told, and nothing waits to be told. */
  forget(): void {
    this.queue = [];
    this.clear();
  }

  /** Tell the updates in order, each as a little story. */
  private async tell(): Promise<void> {
    if (this.telling) return;
    this.telling = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      if (next.message.type === 'update') await this.show(next.message, next.at);
      else this.afresh = true;
    }
    this.telling = false;
  }

  private async show(update: Update, heard: number): Promise<void> {
    const { listener, stage } = this;
    const { absence, game } = listener;
    const before = this.begin();
    const fresh = update.events.filter((event) => before === null || isNews(event, before));
    const missed = absence.isNext(before === null);
    const played = fresh.filter((event) => !isOfTable(event));
    const acted = before !== null && !missed && this.canAct(played);
    const places = acted ? stage?.look() : undefined;
    if (missed && listener.seat !== null) absence.note(this.lines, fresh, before === null);
    if (before !== null && !missed && game) this.sound(played, before.view, update.view, game);
    if (!acted || !places || !stage || !game) {
      listener.adopt(update, heard);
      return this.write(fresh);
    }
    this.story = { before: before.view, told: [], now: null, coming: played };
    listener.adopt(update, heard);
    await tick();
    const untold = [...fresh];
    await stage.play(places, this.steps(played, untold, game, before.view, update.view));
    this.write(untold);
    this.story = null;
  }

  /** One sound for what happened at once: the most telling of them. */
  private sound(played: GameEvent[], before: GameView, after: GameView, game: GameTable): void {
    if (!settings.sound) return;
    const heard = played.map(({ kind }, index) =>
      soundOf(String(kind), game.motions(played[index]!, before, after).length > 0),
    );
    const loudest = (['mutiny', 'dice', 'card'] as const).find((one) => heard.includes(one));
    if (loudest) play(loudest);
  }

  /** The table before the next update; null if the story begins anew. */
  private begin(): Update | null {
    if (!this.afresh) return this.listener.update;
    this.afresh = false;
    this.clear();
    this.listener.unlearn();
    return null;
  }

  /** The game's events one by one; the log gets each with what the table did before it. */
  private steps(
    played: GameEvent[],
    untold: GameEvent[],
    game: GameTable,
    before: GameView,
    after: GameView,
  ): Step[] {
    const coming = (index: number): GameEvent[] => played.slice(index + 1);
    return played.map((event, index) => ({
      motions: game.motions(event, before, after),
      lasts: game.lasts?.(event) ?? 0,
      begin: () => {
        this.story = { before, told: played.slice(0, index), now: event, coming: coming(index) };
      },
      done: () => {
        this.story = { before, told: played.slice(0, index + 1), now: null, coming: coming(index) };
        this.write(untold.splice(0, untold.indexOf(event) + 1));
      },
    }));
  }

  private canAct(story: GameEvent[]): boolean {
    if (!this.stage || story.length === 0) return false;
    if (new Set(story.map((event) => event.seq)).size > DECISIONS_MAX) return false;
    return this.queue.length <= QUEUE_MAX && !document.hidden && !prefersStillness();
  }

  private write(events: GameEvent[]): void {
    if (events.length === 0) return;
    const entries = events.map((event) => ({ id: this.lines++, event }));
    const happened = entries.filter(({ event }) => isOfTable(event));
    if (happened.length > 0) this.happenings = [...this.happenings, ...happened];
    if (happened.length < entries.length)
      this.log = [...this.log, ...entries.filter(({ event }) => !isOfTable(event))];
  }

  private clear(): void {
    this.log = [];
    this.happenings = [];
  }
}

function isNews(event: GameEvent, before: Update): boolean {
  return typeof event.seq !== 'number' || event.seq > before.seq;
}
