import { describe, expect, it } from 'vitest';
import type { Socket } from '../src/table/connection';
import { HotSeats } from '../src/table/hotseat.svelte';
import type { ServerMessage } from '../src/wire/messages';
import { tableInfo } from './fixtures';

interface Line {
  sent: unknown[];
  send: (text: string) => void;
  close: () => void;
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;
}

/** Two seats of one device, and the lines they dialled. */
function shared(): { hot: HotSeats; lines: Line[] } {
  const lines: Line[] = [];
  const dial = (): Socket => {
    const sent: unknown[] = [];
    const line: Line = {
      sent,
      send: (text) => void sent.push(JSON.parse(text)),
      close: () => undefined,
    };
    lines.push(line);
    return line as unknown as Socket;
  };
  const hot = new HotSeats(
    dial,
    () => 'helm',
    () => undefined,
  );
  hot.hold([
    { seat: 0, credential: 'first', name: 'Anne' },
    { seat: 1, credential: 'second', name: 'Mary' },
  ]);
  return { hot, lines };
}

function hear(line: Line | undefined, message: ServerMessage): void {
  line?.onmessage?.({ data: JSON.stringify(message) });
}

describe('a shared device', () => {
  it('calls nobody back who is away when a line breaks', () => {
    const { hot, lines } = shared();
    const away = structuredClone(tableInfo);
    away.seats[0]!.stand_in = 'greedy';
    for (const line of lines) line.onopen?.();
    expect(lines.map((line) => line.sent[0])).toMatchObject([{ is_back: true }, { is_back: true }]);
    hear(lines[0], { type: 'seats', table: away });
    for (const line of [...lines]) line.onclose?.();
    hot.hurry();
    for (const line of lines.slice(2)) line.onopen?.();
    expect(lines.slice(2).map((line) => line.sent[0])).toMatchObject([
      { credential: 'first', is_back: false },
      { credential: 'second', is_back: true },
    ]);
  });
});
