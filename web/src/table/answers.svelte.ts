/** What a seat has told the server to do: on its way, stored, refused, or kept for later. */
import { randomText } from '../memory';
import type { Act, Refused } from '../wire/messages';

/** An action as it was sent. */
export interface Sent {
  id: string;
  action: string;
  /** The number of the question that it answers; null for an aside, which answers none. */
  question: number | null;
  /** The number of the update that standing orders answered; null if a person chose the action. */
  ordered: number | null;
}

/** A person's play that came while others might still react to another one. */
export interface Kept {
  action: string;
  /** It is sent again when this question is asked again. */
  question: number;
}

export class Answers {
  /** The action on its way to the server. */
  pending: string | null = $state(null);
  kept: Kept | null = $state.raw(null);
  private sent: Sent | null = null;
  /** The record that holds the action on its way, once it is stored. */
  private stored: number | null = null;

  constructor(private readonly post: (message: Act) => void) {}

  send(
    action: string,
    question: number | null,
    seen: number | null,
    ordered: number | null = null,
  ): void {
    const id = randomText();
    this.sent = { id, action, question, ordered };
    this.stored = null;
    this.pending = action;
    this.post({ type: 'act', id, action, question, seen });
  }

  /** The server has stored the message of this id as a record of this number. */
  acknowledged(id: string, seq: number): void {
    if (id === this.sent?.id) this.stored = seq;
  }

  /** The action is done when it is stored and the page shows the table after it. */
  settle(shown: number): void {
    if (this.stored === null || shown < this.stored) return;
    this.pending = null;
    this.stored = null;
  }

  /** What was refused, if it was the action on its way. */
  refused({ id, code }: Refused): Sent | null {
    const { sent } = this;
    if (sent === null || id !== sent.id) return null;
    this.sent = null;
    this.pending = null;
    const { action, question, ordered } = sent;
    if (code === 'reaction_first' && ordered === null && question !== null)
      this.kept = { action, question };
    return sent;
  }

  /** The table went back: whatever was on its way or kept was meant for another position. */
  forget(): void {
    this.pending = null;
    this.stored = null;
    this.kept = null;
  }
}
