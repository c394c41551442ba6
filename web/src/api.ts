/** The server's HTTP side. */
import { myTable } from './mytables';
import type {
  AddressInfo,
  Analysis,
  BoxChecked,
  BoxInfo,
  Chart,
  Deleted,
  GameInfo,
  GameWords,
  GuideTexts,
  Hidden,
  HostCommand,
  Moments,
  MyData,
  MySeat,
  MyTable,
  NameKept,
  NameKey,
  NoticeInfo,
  OpenTable,
  PlayerInfo,
  Problem,
  PuzzleInfo,
  PuzzleSet,
  Rematch,
  RulesText,
  SeatTaken,
  StartGuided,
  TableInfo,
  TableOpened,
  TakeSeat,
  WhatIf,
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

/** What one says of a server that does not answer. */
export const unreachable = (): Refusal =>
  new Refusal(0, { code: 'no_connection', reason: '', rule: null, details: null });

async function respond(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw unreachable();
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw new Refusal(response.status, readProblem(body, response.status));
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  return (await respond(path, init)).json().catch(() => null) as Promise<T>;
}

function readProblem(body: unknown, status: number): Problem {
  if (typeof body === 'object' && body !== null && 'code' in body && 'reason' in body) {
    return body as Problem;
  }
  return { code: 'server_error', reason: String(status), rule: null, details: null };
}

function post<T>(path: string, body: unknown, credential?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...shown(credential) };
  return request<T>(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The header that shows a right. */
function shown(credential: string | undefined): Record<string, string> {
  return credential === undefined ? {} : { authorization: `Bearer ${credential}` };
}

/** The right of this browser at a table: whoever sits there sees it without a delay. */
function rightAt(table: string): string | undefined {
  return myTable(table)?.seats[0]?.credential;
}

/** Ask about a table as somebody who may sit there. */
function ask<T>(table: string, path: string): Promise<T> {
  return request(`${tablePath(table)}${path}`, { headers: shown(rightAt(table)) });
}

const tablePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const listGames = (): Promise<GameInfo[]> => request('/api/games');

/** What is printed on the pieces of a game, in one of its editions. */
export const gameBox = (game: string, edition = ''): Promise<BoxInfo> =>
  request(
    `/api/games/${encodeURIComponent(game)}/box${edition && `?edition=${encodeURIComponent(edition)}`}`,
  );

/** Whether somebody's own box makes a game; if not, in which line of the file and why. */
export const checkBox = (game: string, text: string): Promise<BoxChecked> =>
  post(`/api/games/${encodeURIComponent(game)}/box`, { text });

/** What is printed on the pieces with which a table plays. */
export const tableBox = (table: string): Promise<BoxInfo> => ask(table, '/box');

export const openTable = (wish: OpenTable): Promise<TableOpened> => post('/api/tables', wish);

export const tableInfo = (table: string): Promise<TableInfo> => ask(table, '');

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

/** Where to invite people to. */
export const addressHere = (): Promise<AddressInfo> => request('/api/address');

/** Which notices the operator has set up. */
export const noticesHere = (): Promise<NoticeInfo> => request('/api/notices');

/** Confirm that mail may go to an address, by what stood in a mail to it. */
export const confirmMail = (token: string): Promise<NoticeInfo> =>
  post(`/api/confirm/${encodeURIComponent(token)}`, {});

/** How the tables of these seats stand, those that wait for me first. */
export const lookAfter = (seats: MySeat[]): Promise<MyTable[]> => post('/api/mine', { seats });

export const tableByCode = (code: string): Promise<TableInfo> =>
  request(`/api/codes/${encodeURIComponent(code.trim())}`);

/** The invitation as a picture that a phone reads. */
export const invitationPath = (table: string): string => `${tablePath(table)}/invitation.svg`;

export const rulesOf = (game: string, language: string): Promise<RulesText> =>
  request(`/api/games/${encodeURIComponent(game)}/rules?language=${language}`);

/** What the steps of a guided first game say. */
export const guideTexts = (game: string, language: string): Promise<GuideTexts> =>
  request(`/api/games/${encodeURIComponent(game)}/guided?language=${language}`);

/** Open a guided first game and sit down there. */
export const openGuided = (game: string, wish: StartGuided): Promise<SeatTaken> =>
  post(`/api/games/${encodeURIComponent(game)}/guided`, wish);

/** The texts and names of a game that this page has no drawing for. */
export const gameWords = (game: string): Promise<GameWords> =>
  request(`/api/games/${encodeURIComponent(game)}/words`);

/** How many puzzles a game has, and which is today's. */
export const puzzlesOf = (game: string): Promise<PuzzleSet> =>
  request(`/api/games/${encodeURIComponent(game)}/puzzles`);

export const puzzleOf = (game: string, number: string): Promise<PuzzleInfo> =>
  request(`/api/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(number)}`);

/** The finished game as a file that `broadside replay` and `broadside verify` read. */
export const replayFile = (table: string): string => `${tablePath(table)}/replay`;

/** Its bytes as they are: what is read and written again is no longer what was sealed. */
export async function replayBytes(table: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await respond(replayFile(table), { headers: shown(rightAt(table)) });
  return new Uint8Array(await response.arrayBuffer());
}

/** The same for somebody who sat there; null for others, whom the address leads to it. */
export function ownReplay(table: string): Promise<Uint8Array<ArrayBuffer>> | null {
  return rightAt(table) === undefined ? null : replayBytes(table);
}

/** Some moments of a finished game, through somebody's eyes. */
export const momentsOf = (
  table: string,
  eyes: string,
  first: number,
  count: number,
): Promise<Moments> => ask(table, `/moments?eyes=${eyes}&first=${first}&count=${count}`);

/** Everybody's score at each moment of a finished game. */
export const chartOf = (table: string): Promise<Chart> => ask(table, '/chart');

/** Have a captain look at the decisions of a seat in a finished game. */
export const beginLesson = (table: string, seat: number): Promise<Analysis> =>
  post(`${tablePath(table)}/seats/${seat}/analysis`, {}, rightAt(table));

/** What the captain has found so far. */
export const lessonOf = (table: string, seat: number): Promise<Analysis> =>
  ask(table, `/seats/${seat}/analysis`);

/** What was hidden in a finished game. */
export const hiddenOf = (table: string): Promise<Hidden> => ask(table, '/hidden');

/** The next table of the same people: opened by the first who asks, found by the others. */
export const rematch = (table: string, credential: string): Promise<Rematch> =>
  post(`${tablePath(table)}/rematch`, {}, credential);

/** Play on from a moment of a finished game, against bots. */
export const playOn = (table: string, wish: WhatIf): Promise<SeatTaken> =>
  post(`${tablePath(table)}/what-if`, wish, rightAt(table));

/** How somebody has done on this server; who shows the key of the name is told of single games. */
export const playerInfo = (name: string, key: string | null): Promise<PlayerInfo> =>
  request(`/api/players/${encodeURIComponent(name)}`, { headers: shown(key ?? undefined) });

/** Keep a name for who has the key. */
export const keepName = (wish: NameKey): Promise<NameKept> => post('/api/names/keep', wish);

/** Let everybody use a name again. */
export const giveNameUp = (wish: NameKey): Promise<NameKept> => post('/api/names/give-up', wish);

/** What brings a name to another device, as a picture that a phone reads. */
export async function nameCard(wish: NameKey): Promise<Blob> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/names/card', {
    method: 'POST',
    headers,
    body: JSON.stringify(wish),
  }).catch(() => null);
  if (answer?.ok) return answer.blob();
  throw new Refusal(answer?.status ?? 0, {
    code: 'no_connection',
    reason: '',
    rule: null,
    details: null,
  });
}

/** Everything that the server keeps about these seats. */
export const exportMine = (seats: MySeat[]): Promise<MyData[]> =>
  post('/api/mine/export', { seats });

/** Let the server forget whose seats these were. */
export const deleteMine = (seats: MySeat[]): Promise<Deleted> =>
  post('/api/mine/delete', { seats });

/** Where a table's socket listens, seen from this page. */
export function socketAddress(table: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${tablePath(table)}/socket`;
}
