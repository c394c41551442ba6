/** What there is to know about a card of this game. */
const EVENTS: Record<string, string> = {
  letter_of_marque: 'T67-E1',
  pistol: 'T67-E2',
  albatross: 'T67-E3',
  black_spot: 'T67-E4',
  atlantis: 'T67-E5',
  el_dorado: 'T67-E6',
  fountain_of_youth: 'T67-E7',
  black_powder: 'T67-E8',
  cabin_fever: 'T67-E9',
  crows_nest: 'T67-E10',
  eight_bells: 'T67-E11',
  facade: 'T67-E12',
  stormy_seas: 'T67-E13',
  pirate_code: 'T67-E14',
  scurvy: 'T67-E15',
  spanish_armada: 'T67-E16',
};
const VOTE = ['T67-C4', 'T67-V5', 'T67-V6', 'T67-V7'];

export function aboutCard(card: string): { title: string; rules: string[] } {
  const rule = EVENTS[card];
  return { title: `card.${card}`, rules: rule ? [rule] : VOTE };
}
