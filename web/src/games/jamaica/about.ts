/** What there is to know about a card of this game. */
const ACTION = ['JAM-D2', 'JAM-L1', 'JAM-M1', 'JAM-F2'];

export function aboutCard(card: string): { title: string; rules: string[] } {
  return { title: `card.${card}`, rules: ACTION };
}
