/** The people at a table: what became of their proposals, who is back, who is not heard. */
import { muteSeats, myTable, readUpTo } from '../mytables';
import type { Said, TableInfo, What } from '../wire/messages';

/** What became of a proposal. */
export interface Outcome {
  what: What;
  agreed: boolean;
}

const RETURNED_MS = 12_000;

export class Company {
  outcome: Outcome | null = $state.raw(null);
  /** Seats whose people have just come back from a stand-in. */
  returned: readonly number[] = $state.raw([]);
  /** Seats whose words are not shown on this device. */
  muted: readonly number[] = $state.raw([]);

  /** Whether somebody at this page has done something that might be taken back. */
  hasActed: boolean = $state(false);
  /** The number of the last message that was read on this device. */
  private read: number = $state(-1);

  constructor(private readonly table: string) {
    this.muted = myTable(table)?.muted ?? [];
    this.read = myTable(table)?.read ?? -1;
  }

  /** What others have said since somebody here last looked. */
  unread(chat: readonly Said[], seat: number | null): Said[] {
    return this.heard(chat).filter((said) => said.seq > this.read && said.seat !== seat);
  }

  /** Everything that was said up to now has been read. */
  readAll(chat: readonly Said[]): void {
    const last = chat.at(-1)?.seq ?? -1;
    if (last <= this.read) return;
    this.read = last;
    readUpTo(this.table, last);
  }

  /** Hear somebody no more, or again. */
  mute(seat: number): void {
    const others = this.muted.filter((one) => one !== seat);
    this.muted = others.length < this.muted.length ? others : [...others, seat];
    muteSeats(this.table, this.muted);
  }

  /** Of what was said, that which is to be shown. */
  heard(chat: readonly Said[]): Said[] {
    return chat.filter((said) => !this.muted.includes(said.seat));
  }

  /** All agreed to take a move back, and it was. */
  tookBack(): void {
    this.outcome = { what: 'undo', agreed: true };
    this.hasActed = false;
  }

  /** The table has changed. */
  notice(before: TableInfo | null, now: TableInfo): void {
    this.settle(before, now);
    this.greet(before, now);
  }

  /** A proposal that is gone was agreed, or came to nothing; a new one makes that old news. */
  private settle(before: TableInfo | null, now: TableInfo): void {
    const gone = before?.proposal ?? null;
    if (gone?.number === now.proposal?.number) return;
    if (gone) {
      const { what, clock_s } = gone;
      const agreed = what === 'tempo' ? now.clock_s === clock_s : this.outcome?.agreed === true;
      this.outcome = { what, agreed };
    }
    if (now.proposal) this.outcome = null;
  }

  /** Mark for a while who has come back. */
  private greet(before: TableInfo | null, now: TableInfo): void {
    const back = (before?.seats ?? [])
      .filter((info) => info.stand_in && now.seats[info.seat]?.stand_in === null)
      .map((info) => info.seat);
    if (back.length === 0) return;
    this.returned = back;
    setTimeout(() => (this.returned = []), RETURNED_MS);
  }
}
