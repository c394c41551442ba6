/** The boxes of the games' own editions, as the server would tell them. */
import boxes from '../src/wire/boxes.json';
import type { BoxInfo } from '../src/wire/messages';

export function ownBox(game: string): BoxInfo {
  const found = (boxes as unknown as Record<string, BoxInfo>)[game];
  return found ?? { game, edition: null, printed: {}, labels: {}, groups: [] };
}
