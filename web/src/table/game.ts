/** What a game brings to the table: everything around it is the same for all games. */
import type { Component } from 'svelte';
import type { Values, Voice } from '../i18n/speech.svelte';
import type { TextsByLanguage } from '../i18n/texts.svelte';
import type { TableInfo, Update } from '../wire/messages';
import type { Session } from './session.svelte';
import type { Motion } from './stage';

export type GameEvent = Update['events'][number];
export type GameView = Update['view'];

/** A sentence to be said: the key of its text and what fills the gaps. */
export interface Sentence {
  key: string;
  values: Values;
}

/** What the game must know of the table to put something into words. */
export interface Telling {
  voice: Voice;
  seat: number | null;
  /** How many seats the table has. */
  seats: number;
  /** A seat's name with its sign. */
  who: (seat: number) => Values[string];
}

/** A page of the side panel that belongs to the game. */
export interface Panel {
  id: string;
  icon: string;
  /** Key of its title. */
  title: string;
  /** Fetches the page itself. */
  load: () => Promise<Component<{ session: Session; voice: Voice }>>;
}

/** What is shown of a game when it is over. */
export interface Ending {
  Result: Component<{ session: Session; voice: Voice }>;
  /** The cards that were hidden to the last, from the end with all cards open. */
  Secrets: Component<{ view: GameView; table: TableInfo; voice: Voice }>;
}

/** A secret side that a seat may play for. */
export interface Side {
  /** As the server writes it. */
  name: string;
  /** Key of what it is called. */
  text: string;
  colour: string;
  /** Its sign, 3 by 2; without a side, the sign for not knowing. */
  Sign: Component<{ side: string | null }>;
}

/** The renderer of a game, loaded when a table of it is opened. */
export interface GameTable {
  Board: Component<{ session: Session; voice: Voice }>;
  /** Fetches what is shown at the end. */
  ending: () => Promise<Ending>;
  /** Fetches what the first question does not need; called once somebody plays here. */
  later?: () => Promise<unknown>;
  /** The secret sides of a game that has some. */
  sides?: Side[];
  panels: Panel[];
  /** The board itself shows who sits here, so that the page need not. */
  showsSeats?: boolean;
  /** Where the game stands, for the bar. */
  progress: (view: GameView, telling: Telling) => string;
  /** Which question the others are asked; null when nobody is asked anything. */
  question: (view: GameView) => string | null;
  /** The log line of an event, after those of the past; null if it is not worth a line. */
  eventLine: (event: GameEvent, telling: Telling, past: GameEvent[]) => Sentence | null;
  /** What the log leaves out, as the next line tells it once more. */
  untold?: (event: GameEvent) => boolean;
  /** The lines of several events of one kind that happened at once; null for a line each. */
  joinedLines?: (events: GameEvent[], telling: Telling) => Sentence[] | null;
  /** The events as the log may still tell them; a game may let people forget. */
  remembered?: (events: GameEvent[], session: Session) => GameEvent[];
  /** An action in words, for the list. */
  actionText: (action: string, view: GameView, telling: Telling) => string;
  /** What moves when an event happens. */
  motions: (event: GameEvent, before: GameView, after: GameView) => Motion[];
  /** How long the board acts an event out by itself, following the session's story. */
  lasts?: (event: GameEvent) => number;
  /** Key of a question to ask once before an unusual action; null for ordinary ones. */
  unusual: (action: string, view: GameView, seat: number) => string | null;
  /** The headline of the result where nobody won it; null for the usual one. */
  verdict?: (view: GameView, telling: Telling) => string | null;
  /** Whether an action that the server does not list can be put together from the view. */
  composes?: (action: string, view: GameView) => boolean;
  /** Whether the table waits for reactions to a play; afterwards it asks the same as before. */
  isReacting?: (view: GameView) => boolean;
  /** How to pass where nothing else can be done; null where something can. */
  idle?: (legal: string[]) => string | null;
  /** What there is to know about a card: the key of its name, and its rules; null if nothing. */
  cards?: (card: string) => { title: string; rules: string[] } | null;
  /** What a person's standing orders answer now; null leaves it to the person. */
  standing?: (orders: unknown, update: Update, seat: number) => string | null;
}

/** What `games/<module>/index.ts` exports as `client`. */
export interface GameClient {
  name: string;
  texts: TextsByLanguage;
  /** How long a game takes about. */
  minutes?: string;
  /** How hard it is to learn, from 1 to 3. */
  weight?: 1 | 2 | 3;
  /** The drawing on the game's card in the lobby. */
  Cover: Component;
  /** Whether its pieces have a colour per seat, so that nobody may choose one. */
  hasColours?: boolean;
  load: () => Promise<GameTable>;
}
