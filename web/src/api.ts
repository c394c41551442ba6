/** The server's HTTP side. */
import type {
  GameInfo,
  HostCommand,
  OpenTable,
  Problem,
  RulesText,
  SeatTaken,
  TableInfo,
  TableOpened,
  TakeSeat,
} from './wire/messages';

/** A refused request: the server's code, sentence and rule. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.reason);
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal(0, { code: 'no_connection', reason: '', rule: null });
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  throw new Refusal(response.status, readProblem(body, response.status));
}

function readProblem(body: unknown, status: number): Problem {
  if (typeof body === 'object' && body !== null && 'code' in body && 'reason' in body) {
    return body as Problem;
  }
  return { code: 'server_error', reason: String(status), rule: null };
}

function post<T>(path: string, body: unknown, credential?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...shown(credential) };
  return request<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The header that shows a right. */
function shown(credential: string | undefined): Record<string, string> {
  return credential === undefined ? {} : { authorization: `Bearer ${credential}` };
}

const tablePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const listGames = (): Promise<GameInfo[]> => request('/api/games');

export const openTable = (wish: OpenTable): Promise<TableOpened> => post('/api/tables', wish);

export const tableInfo = (table: string): Promise<TableInfo> => request(tablePath(table));

export const takeSeat = (table: string, seat: number, wish: TakeSeat): Promise<SeatTaken> =>
  post(`${tablePath(table)}/seats/${seat}`, wish);

/** Give a seat back before the game begins. */
export const standUp = (table: string, seat: number, credential: string): Promise<TableInfo> =>
  request(`${tablePath(table)}/seats/${seat}`, { method: 'DELETE', headers: shown(credential) });

/** Do what only the host may do. */
export const command = (table: string, credential: string, wish: HostCommand): Promise<TableInfo> =>
  post(`${tablePath(table)}/host`, wish, credential);

/** Become the host of a table whose host has left. */
export const takeHelm = (table: string, credential: string): Promise<TableInfo> =>
  post(`${tablePath(table)}/helm`, {}, credential);

/** The public tables that wait or play. */
export const publicTables = (): Promise<TableInfo[]> => request('/api/tables');

export const tableByCode = (code: string): Promise<TableInfo> =>
  request(`/api/codes/${encodeURIComponent(code.trim())}`);

/** The invitation as a picture that a phone reads. */
export const invitationPath = (table: string): string => `${tablePath(table)}/invitation.svg`;

export const rulesOf = (game: string, language: string): Promise<RulesText> =>
  request(`/api/games/${encodeURIComponent(game)}/rules?language=${language}`);

export const replayPath = (table: string): string => `${tablePath(table)}/replay`;

/** Where a table's socket listens, seen from this page. */
export function socketAddress(table: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${tablePath(table)}/socket`;
}
