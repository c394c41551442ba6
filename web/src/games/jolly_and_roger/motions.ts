/** Which pieces travel when something happens. */
import type { Motion } from '../../table/stage';
import { shipOf, type GameEvent, type View } from './view';

const DEAL_MS = 90;

export const anchors = {
  pile: 'pile',
  box: 'box',
  laid: (index: number) => `laid-${index}`,
  crew: (seat: number, ship: string, place: number) => `crew-${seat}-${ship}-${place}`,
  chest: (seat: number) => `chest-${seat}`,
  supply: (seat: number) => `supply-${seat}`,
  captain: (ship: string) => `captain-${ship}`,
  flag: (seat: number) => `flag-${seat}`,
};

/** The laid card that was played in this step: one that was there before and is not any more. */
function playedIndex(card: string | undefined, before: View, after: View): number {
  const sameTurn = before.turn === after.turn;
  const gone = before.laid.flatMap((one, index) => {
    const isGone = !one.played && (!sameTurn || after.laid[index]?.played !== false);
    return isGone ? [index] : [];
  });
  return gone.find((index) => before.laid[index]?.card === card) ?? gone[0] ?? 0;
}

function lastPlace(view: View, seat: number, ship: string): number {
  return (shipOf(view, ship)?.crews[seat]?.length ?? 1) - 1;
}

export function motions(event: GameEvent, before: View, after: View): Motion[] {
  switch (event.kind) {
    case 'turn_began':
      return after.laid.map((_, index) => ({
        from: anchors.pile,
        to: anchors.laid(index),
        likeness: 'both' as const,
        after: index * DEAL_MS,
      }));
    case 'split':
      return after.laid.map((_, index) => ({ from: anchors.laid(index), to: anchors.laid(index) }));
    case 'reinforced':
    case 'skeleton_raised': {
      const from = anchors.laid(playedIndex(event.card, before, after));
      const place = lastPlace(after, event.seat, event.ship);
      return [{ from, to: anchors.crew(event.seat, event.ship, place) }];
    }
    case 'parrot_placed': {
      const from = anchors.laid(playedIndex(event.card, before, after));
      const place = lastPlace(after, event.seat, event.ship);
      return [{ from, to: anchors.crew(event.seat, event.ship, place), likeness: 'both' }];
    }
    case 'boarded': {
      const from = anchors.laid(playedIndex(event.card, before, after));
      return [{ from, to: anchors.chest(event.seat), likeness: 'from' }];
    }
    case 'kraken_took': {
      const kraken = anchors.laid(playedIndex('kraken', before, after));
      const prey = anchors.crew(event.from, event.ship, lastPlace(before, event.from, event.ship));
      return [
        { from: kraken, to: anchors.box, likeness: 'from' },
        { from: prey, to: anchors.box, likeness: 'from', after: 150, grip: 'kraken' },
      ];
    }
    case 'kraken_idle':
      return [
        {
          from: anchors.laid(playedIndex('kraken', before, after)),
          to: anchors.box,
          likeness: 'from',
        },
      ];
    case 'tortuga_called':
      return [
        {
          from: anchors.laid(playedIndex('tortuga', before, after)),
          to: anchors.box,
          likeness: 'from',
        },
      ];
    case 'parrot_turned': {
      const place = anchors.crew(event.seat, event.ship, event.place);
      return [{ from: place, to: place, likeness: 'both' }];
    }
    case 'captain_set':
      return [{ from: anchors.supply(event.seat), to: anchors.captain(event.ship) }];
    case 'captain_left':
      return [
        { from: anchors.captain(event.ship), to: anchors.supply(event.seat), likeness: 'from' },
      ];
    case 'flag_passed':
      return [{ from: anchors.flag(1 - event.seat), to: anchors.flag(event.seat) }];
    default:
      return [];
  }
}
