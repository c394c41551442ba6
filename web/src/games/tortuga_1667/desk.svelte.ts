/** What every part of the board needs: the table at this moment, the answers, and the own wish. */
import type { Voice } from '../../i18n/speech.svelte';
import type { Telling } from '../../table/game';
import type { Session } from '../../table/session.svelte';
import { possible, ready, reasonFor, stateOf, tapped, type Ask, type State } from './asks';
import type { Scene } from './scene';

export interface Desk {
  session: Session;
  voice: Voice;
  telling: Telling;
  scene: Scene;
  /** Legal and impossible answers; none while a story is told. */
  all: Ask[];
  /** Those of the chosen deed; all of them if none is chosen. */
  asks: Ask[];
  wish: Wish;
}

/** Answers that are given by one tap; a turn's action and a vote are confirmed. */
const CONFIRMED: ReadonlySet<string> = new Set(['action', 'vote', 'letter', 'take_chest']);

/** The deed that was chosen by name, and the things that were tapped so far. */
export class Wish {
  verb: string | null = $state(null);
  things: string[] = $state([]);

  clear(): void {
    this.verb = null;
    this.things = [];
  }
}

/** The deeds of a turn by name; none where only one kind of answer is asked for. */
export function deedsOf(desk: Desk): string[] {
  if (desk.session.update?.prompt?.question !== 'action') return [];
  const verbs = desk.all.filter((ask) => !ask.denied).map((ask) => ask.verb);
  const found = [...new Set(verbs)].filter((verb) => desk.voice.has(`verb.${verb}.help`));
  return found.length > 1 ? found : [];
}

/** Whether one has yet to say what to do: until then nothing glows brightly. */
export function isUnsaid(desk: Desk): boolean {
  return desk.wish.verb === null && desk.wish.things.length === 0 && deedsOf(desk).length > 0;
}

export function thingState(desk: Desk, one: string): State {
  return stateOf(desk.asks, desk.wish.things, one, desk.scene.view);
}

/** The answers that are complete with what was tapped. */
export function readyAsks(desk: Desk): Ask[] {
  return ready(desk.asks, desk.wish.things, desk.scene.view).filter((ask) => !ask.denied);
}

/** What the wish could still become by further taps. */
export function furtherAsks(desk: Desk): Ask[] {
  const found = possible(desk.asks, desk.wish.things, desk.scene.view);
  return found.filter((ask) => !ask.denied && ask.things.length > desk.wish.things.length);
}

/** A thing on the table was tapped. */
export function tap(desk: Desk, one: string): void {
  const { session, wish, asks } = desk;
  const state = thingState(desk, one);
  if (state === 'denied') {
    const reason = reasonFor(asks, wish.things, one, desk.scene.view);
    if (reason) session.explain(reason);
    return;
  }
  if (state === 'quiet') return;
  wish.things = tapped(asks, wish.things, one, desk.scene.view);
  session.preview = readyAsks(desk)[0]?.action ?? null;
  const question = session.update?.prompt?.question ?? '';
  const [only, ...others] = readyAsks(desk);
  if (only && others.length === 0 && !CONFIRMED.has(question)) session.act(only.action);
}

/** A look at a thing shows what a tap would make ready. */
export function lookAt(desk: Desk, one: string | null): void {
  const { session, wish, asks, scene } = desk;
  const things = one === null ? wish.things : tapped(asks, wish.things, one, scene.view);
  session.preview = ready(asks, things, scene.view).find((ask) => !ask.denied)?.action ?? null;
}

/** Fetches what the first question does not need. */
export const later = () => import('./later');
