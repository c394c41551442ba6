/** A finished game that is shown again: a session that nobody acts in, told moment by moment. */
import { momentsOf, Refusal } from '../api';
import type { GameTable } from '../table/game';
import { Session, type Trouble } from '../table/session.svelte';
import type { Moment, TableInfo, Update } from '../wire/messages';
import type { Eyes } from './eyes';
import { Film, type Fetching } from './film';

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** How long a moment is looked at, at the usual speed. */
const LOOK_MS = 1200;
/** A moment that shows nothing to these eyes passes quickly. */
const EMPTY_MS = 200;
const ASK_MS = 40;

export interface ReplaySetup {
  table: TableInfo;
  game: GameTable;
  eyes: Eyes;
  moment: number;
  fetching?: (eyes: Eyes) => Fetching;
}

export class Replay {
  readonly session: Session;
  readonly table: TableInfo;
  eyes: Eyes = $state('all');
  /** The moment that is wanted; it is shown as soon as it is here. */
  moment: number = $state(0);
  /** How many moments there are; 0 until the first one is here. */
  count: number = $state(0);
  /** How often it went elsewhere than one moment on: then the log is another one. */
  cuts: number = $state(0);
  /** Whether the log tells everything up to the moment that is wanted. */
  told: boolean = $state(false);
  playing: boolean = $state(false);
  speed: number = $state(1);
  /** Why a moment could not be fetched. */
  trouble: Trouble | null = $state.raw(null);
  private readonly films = new Map<Eyes, Film>();
  private readonly fetching: (eyes: Eyes) => Fetching;
  /** What the session shows: through whose eyes, which moment, and whether with the whole log. */
  private shown: { eyes: Eyes; moment: number; told: boolean } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(setup: ReplaySetup) {
    const { table, game } = setup;
    this.table = table;
    this.eyes = setup.eyes;
    this.moment = setup.moment;
    this.fetching =
      setup.fetching ??
      ((eyes) => (first, count) => momentsOf(table.table, `${eyes}`, first, count));
    this.session = new Session({
      table: table.table,
      credential: null,
      dial: noLine,
      isReplay: true,
    });
    this.session.game = game;
    this.session.table = table;
  }

  get last(): number {
    return Math.max(0, this.count - 1);
  }

  /** Show the moment of the address. */
  start(): Promise<void> {
    return this.goTo(this.moment);
  }

  /** Go to a moment; a step forward is acted out. */
  async goTo(moment: number): Promise<void> {
    this.moment = Math.max(0, this.count > 0 ? Math.min(moment, this.last) : moment);
    const { eyes, moment: wish } = this;
    this.told = false;
    const film = this.film(eyes);
    const isWanted = (): boolean => this.eyes === eyes && this.moment === wish;
    try {
      const found = await film.load(wish);
      this.count = film.count;
      if (!isWanted() || !found) return;
      this.trouble = null;
      this.moment = found.number;
      this.show(found, film);
      await film.loadPast(found.number);
      if (this.eyes === eyes && this.moment === found.number) this.show(found, film);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isWanted()) this.trouble = error.problem;
      this.pause();
    }
  }

  /** Go so many moments on or back. */
  step(by: number): void {
    this.pause();
    void this.goTo(this.moment + by);
  }

  /** Go to a moment, and stay there. */
  jump(moment: number): void {
    this.pause();
    void this.goTo(moment);
  }

  /** See the same moment through other eyes. */
  see(eyes: Eyes): void {
    this.eyes = eyes;
    void this.goTo(this.moment);
  }

  /** Let it run from here, from the start if it is at the end; or stop it. */
  toggle(): void {
    if (this.playing) return this.pause();
    this.playing = true;
    if (this.moment >= this.last) void this.goTo(0);
    this.schedule(EMPTY_MS);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** One speed quicker or slower. */
  hurry(by: 1 | -1): void {
    const here = SPEEDS.findIndex((one) => one === this.speed);
    this.speed = SPEEDS[here + by] ?? this.speed;
  }

  close(): void {
    this.pause();
    this.session.stage?.skip();
  }

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.advance(), ms);
  }

  private async advance(): Promise<void> {
    // What is still being acted out is not cut short.
    if (this.session.telling) return this.schedule(ASK_MS);
    if (this.moment >= this.last) return this.pause();
    await this.goTo(this.moment + 1);
    if (!this.playing) return;
    const quiet = this.film(this.eyes).at(this.moment)?.events.length === 0;
    this.schedule((quiet ? EMPTY_MS : LOOK_MS) / this.speed);
  }

  private film(eyes: Eyes): Film {
    const known = this.films.get(eyes);
    if (known) return known;
    const film = new Film(this.fetching(eyes), this.count);
    this.films.set(eyes, film);
    return film;
  }

  private show(moment: Moment, film: Film): void {
    const { shown, session, eyes } = this;
    const { number } = moment;
    const past = film.past(number);
    const told = past !== null;
    const isSame = shown?.eyes === eyes && shown.moment === number;
    this.told = told;
    if (isSame && shown.told === told) return;
    session.stage?.skip();
    const isNext = shown?.told === true && shown.eyes === eyes && shown.moment === number - 1;
    this.shown = { eyes, moment: number, told };
    if (isNext) return session.receive(updateAt(moment, [moment]));
    this.cuts += 1;
    session.seat = typeof eyes === 'number' ? eyes : null;
    session.receive({ type: 'rewound', seq: number });
    session.receive(updateAt(moment, past ?? []));
  }
}

/** A moment as the table would have told it, with the events of these moments. */
function updateAt(moment: Moment, told: Moment[]): Update {
  const events = told.flatMap((one) => one.events.map((event) => ({ ...event, seq: one.number })));
  return {
    type: 'update',
    seq: moment.number,
    events,
    view: moment.view,
    waiting: moment.waiting,
    prompt: null,
    legal: [],
    asides: [],
    denied: [],
    clock: null,
    countdown: null,
    holds_left: 0,
    result: moment.result,
    question: null,
    ack: null,
    guide: null,
  };
}

/** A replay is not connected to the table. */
function noLine(): never {
  throw new Error('nobody acts in a replay');
}
