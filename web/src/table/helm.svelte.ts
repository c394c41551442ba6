/** What the host of a table does, mostly before the game begins. */
import { command, Refusal, standUp, takeHelm } from '../api';
import { refusalText } from '../i18n/refusals';
import { shell } from '../i18n/speech.svelte';
import type { HeldSeat } from '../mytables';
import type { HostCommand, TableInfo } from '../wire/messages';

/** The right that makes this browser the host; null if somebody else is. */
export function hostRight(
  table: TableInfo,
  held: readonly HeldSeat[],
  opener: string | null,
): string | null {
  if (table.host === null) return opener;
  return held.find((one) => one.seat === table.host)?.credential ?? null;
}

/** Whether the host is not to be seen, so that somebody else may take over. */
export function isHostAway(table: TableInfo): boolean {
  return !table.host_online;
}

/** Gives orders about the table, one at a time, and says why one was not done. */
export class Helm {
  busy: boolean = $state(false);
  problem: string = $state('');

  constructor(
    private readonly table: string,
    private readonly tell: (table: TableInfo) => void,
  ) {}

  give(right: string, wish: HostCommand): Promise<boolean> {
    return this.try(() => command(this.table, right, wish));
  }

  take(credential: string): Promise<boolean> {
    return this.try(() => takeHelm(this.table, credential));
  }

  standUp(held: HeldSeat): Promise<boolean> {
    return this.try(() => standUp(this.table, held.seat, held.credential));
  }

  /** Whether it was done. */
  private async try(order: () => Promise<TableInfo>): Promise<boolean> {
    this.busy = true;
    this.problem = '';
    try {
      this.tell(await order());
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.problem = refusalText(error.problem, shell);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
