/** The boxes that are open on this page: what is printed on their pieces, as the server tells it. */
import { said } from '../i18n/speech.svelte';
import type { BoxInfo } from '../wire/messages';

class Boxes {
  open: Record<string, BoxInfo> = $state.raw({});
}

const boxes = new Boxes();

/** Play a game with the pieces of this box from now on. */
export function openBox(box: BoxInfo): void {
  boxes.open = { ...boxes.open, [box.game]: box };
}

/** What the edition is called with which a game is played on this page. */
export function editionName(game: string): string {
  return said(boxes.open[game]?.edition?.name ?? {});
}

/** Something made of what is printed in the box of a game, once for each box. */
export function fromBox<Printed, Made>(game: string, make: (printed: Printed) => Made): () => Made {
  let last: BoxInfo | undefined;
  let made: Made;
  return () => {
    const box = boxes.open[game];
    if (!box) throw new Error(`the box of ${game} is closed`);
    if (box !== last) made = make(box.printed as Printed);
    last = box;
    return made;
  };
}
