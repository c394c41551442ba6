/** What there is to know about a card of this game. */
const RULES: Record<string, string[]> = {
  skeleton: ['JNR-X1', 'JNR-F8'],
  kraken: ['JNR-X2', 'JNR-X4'],
  tortuga: ['JNR-X3', 'JNR-F8'],
};
const PIRATE = ['JNR-F7', 'JNR-F10', 'JNR-F8'];

export function aboutCard(card: string): { title: string; rules: string[] } {
  return { title: `card.${card}`, rules: RULES[card] ?? PIRATE };
}
