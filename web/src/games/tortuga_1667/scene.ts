/** What the board shows now: the table at this moment of the story, and what is going on there. */
import { landed } from '../../table/between';
import type { Session } from '../../table/session.svelte';
import { between } from './between';
import { asEvent, asView, viewOf, type GameEvent, type View, type VoteView } from './view';

export interface Scene {
  view: View;
  /** The vote under way, or the one whose cards still lie open. */
  vote: VoteView | null;
  /** The last vote that is over, for those who missed it. */
  lastVote: VoteView | null;
  /** The event that is being shown, if a story is told. */
  now: GameEvent | null;
  /** Whether a story is told: nothing is asked until it ends. */
  isTelling: boolean;
}

/** Events that change the table when their flight has landed, not when it starts. */
const LANDS_LATER: ReadonlySet<GameEvent['kind']> = new Set([
  'smuggled',
  'chest_taken',
  'slot_refilled',
  'vote_sent',
  'storm_broke',
]);

/** As long as these follow, the cards of a vote stay on the table. */
const AFTER_VOTE: ReadonlySet<GameEvent['kind']> = new Set([
  'votes_shown',
  'vote_counted',
  'vote_sent',
  'el_dorado_used',
  'chest_taken',
  'chest_declined',
  'brawl_settled',
  'marooned',
  'vote_card_lost',
  'fountain_used',
  'code_marked',
  'discarded',
]);

export function sceneOf(session: Session): Scene | null {
  const view = viewOf(session);
  if (!view) return null;
  const past = session.log.map((entry) => asEvent(entry.event));
  const { story } = session;
  if (!story) {
    const lastVote = view.vote ? null : voteOf(past, false);
    return { view, vote: view.vote, lastVote, now: null, isTelling: false };
  }
  const now = story.now ? asEvent(story.now) : null;
  const moment = { told: story.told.map(asEvent), now, coming: story.coming.map(asEvent) };
  const { told, coming } = landed(moment, LANDS_LATER);
  const shown = between(asView(story.before), view, told, coming);
  const seen = now ? [...past, now] : past;
  const vote = voteOf(seen, true);
  return { view: shown, vote, lastVote: vote ? null : voteOf(seen, false), now, isTelling: true };
}

/** The latest vote that the story told of; `open` only while its cards lie on the table. */
export function voteOf(past: GameEvent[], open: boolean): VoteView | null {
  const start = past.findLastIndex((event) => event.kind === 'vote_called');
  if (start < 0) return null;
  const rest = past.slice(start + 1);
  if (open && rest.some((event) => !AFTER_VOTE.has(event.kind))) return null;
  const called = past[start];
  if (called?.kind !== 'vote_called') return null;
  const vote: VoteView = {
    vote: called.vote,
    caller: called.seat,
    place: called.place,
    voters: called.voters,
    sent: [],
    mine: [],
    shown: [],
    counts: [],
    outcome: null,
  };
  for (const event of rest) {
    if (event.kind === 'vote_called') break;
    if (event.kind === 'vote_sent') vote.sent = [...vote.sent, event.seat];
    if (event.kind === 'votes_shown') vote.shown = event.cards;
    if (event.kind === 'vote_counted') {
      vote.counts = [event.first, event.second, event.third];
      vote.outcome = event.outcome;
    }
  }
  return open || vote.outcome ? vote : null;
}

/** The symbols that a vote counts, in the order of its counts. */
export const COUNTED: Record<string, string[]> = {
  attack: ['cannon', 'torch', 'water'],
  mutiny: ['skull', 'wheel'],
  brawl: ['british', 'french'],
};
