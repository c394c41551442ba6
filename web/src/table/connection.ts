/**
 * The socket of one table. It comes back by itself, says hello with what was seen last, and
 * sends again what was not acknowledged: the server knows a repeated id.
 */
import type { ClientMessage, Hello, ServerMessage } from '../wire/messages';

export type ConnectionState = 'connecting' | 'online' | 'reconnecting' | 'closed';

/** What is sent under an id, again and again until the server has it. */
export type Order = Exclude<ClientMessage, Hello>;

/** The part of a WebSocket that is used here. */
export type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>;

export interface Wiring {
  dial: () => Socket;
  /** What to say first; asked anew on every connection. */
  hello: () => Omit<Hello, 'type'>;
  receive: (message: ServerMessage) => void;
  changed: (state: ConnectionState) => void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;

export class Connection {
  state: ConnectionState = 'connecting';
  private socket: Socket | null = null;
  private welcomed = false;
  private wait = FIRST_WAIT_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Sent or to be sent, not acknowledged yet, in order. */
  private readonly outbox = new Map<string, Order>();

  constructor(private readonly wiring: Wiring) {}

  open(): void {
    clearTimeout(this.timer);
    this.drop();
    const socket = this.wiring.dial();
    this.socket = socket;
    this.welcomed = false;
    socket.onopen = () => this.send({ type: 'hello', ...this.wiring.hello() });
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.lost();
  }

  /** Send now if possible, otherwise as soon as the table answers again. */
  post(message: Order): void {
    this.outbox.set(message.id, message);
    if (this.welcomed) this.send(message);
  }

  /** Do not wait any longer for the next try. */
  hurry(): void {
    if (this.state === 'reconnecting') this.open();
  }

  /** Start over, for example under another credential. */
  restart(): void {
    this.change('connecting');
    this.open();
  }

  close(): void {
    clearTimeout(this.timer);
    this.change('closed');
    this.drop();
  }

  private take(message: ServerMessage): void {
    if (message.type === 'welcome') this.greet();
    const answered = answeredBy(message);
    if (answered !== null) this.outbox.delete(answered);
    this.wiring.receive(message);
  }

  private greet(): void {
    this.welcomed = true;
    this.wait = FIRST_WAIT_MS;
    this.change('online');
    for (const message of this.outbox.values()) this.send(message);
  }

  private lost(): void {
    this.socket = null;
    this.welcomed = false;
    if (this.state === 'closed') return;
    this.change('reconnecting');
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  private send(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private change(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.wiring.changed(state);
  }
}

/** The id of the message that the server answers with this one; null if it answers none. */
function answeredBy(message: ServerMessage): string | null {
  switch (message.type) {
    case 'update':
      return message.ack;
    case 'ack':
    case 'hints':
    case 'refused':
      return message.id;
    default:
      return null;
  }
}
