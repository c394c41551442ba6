/** What happened at a table while its person did not look. */
import type { GameEvent } from './game';

/** Lines of the log, by their numbers: from the first up to the last but not with it. */
export interface Lines {
  from: number;
  to: number;
}

export class Absence {
  missed: Lines | null = $state.raw(null);
  /** The line was lost, and what comes first then was missed. */
  private gap = false;

  /** `seen` is the number of the last update that was looked at before this page was opened. */
  constructor(private seen: number | undefined) {}

  loseLine(): void {
    this.gap = true;
  }

  /** Nothing was missed, and nothing is known of earlier visits. */
  forget(): void {
    this.missed = null;
    this.seen = undefined;
  }

  /** Whether nobody looked when the next update happened; the first one tells the whole story. */
  isNext(first: boolean): boolean {
    const gap = this.gap;
    this.gap = false;
    return first ? this.seen !== undefined : gap || document.hidden;
  }

  /** The log, so many lines long, goes on with events that nobody saw. */
  note(lines: number, events: GameEvent[], first: boolean): void {
    const seen = this.seen ?? -1;
    const known = first ? events.filter((event) => Number(event.seq ?? 0) <= seen).length : 0;
    const from = this.missed?.from ?? lines + known;
    const to = lines + events.length;
    if (to > from) this.missed = { from, to };
  }
}
