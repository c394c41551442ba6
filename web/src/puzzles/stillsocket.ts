/** A table that stands still, so that a puzzle can be shown like any other table. */
import type { Socket } from '../table/connection';
import { PROTOCOL, type PuzzleInfo, type ServerMessage } from '../wire/messages';

/** A socket without a server: it tells the position, takes one action, and asks nothing more. */
export class StillSocket implements Socket {
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  constructor(
    private readonly puzzle: PuzzleInfo,
    private readonly you: string,
    private readonly acted: (action: string) => void,
  ) {
    queueMicrotask(() => this.onopen?.call(this as unknown as WebSocket, new Event('open')));
  }

  send(data: string): void {
    const message = JSON.parse(data) as { type: string; id?: string; action?: string };
    const { seat, update } = this.puzzle;
    if (message.type === 'hello') {
      const table = structuredClone(this.puzzle.table);
      table.seats[seat]!.name = this.you;
      this.tell({ type: 'welcome', seat, table, mail: null, protocol: PROTOCOL });
      this.tell({ ...update, type: 'update' });
    } else if (message.type === 'act') {
      const ended = { waiting: [], prompt: null, legal: [], denied: [], question: null };
      this.tell({ ...update, ...ended, type: 'update', seq: update.seq + 1, ack: message.id! });
      this.acted(message.action!);
    }
  }

  close(): void {
    // There is nothing to hang up.
  }

  private tell(message: ServerMessage): void {
    const event = new MessageEvent('message', { data: JSON.stringify(message) });
    this.onmessage?.call(this as unknown as WebSocket, event);
  }
}
