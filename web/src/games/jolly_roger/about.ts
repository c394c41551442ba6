/** What there is to know about a card of this game. */
import { isCharacter } from './cards';

const RULES: Record<string, string> = {
  boatswain: 'JR-X1',
  carpenter: 'JR-X2',
  cook: 'JR-X3',
  cutthroat: 'JR-X4',
  first_mate: 'JR-X5',
  navigator: 'JR-X5',
  sharpshooter: 'JR-X5',
  lookout: 'JR-X6',
  old_sailor: 'JR-X7',
  cannon_fodder: 'JR-X8',
  sea_dog: 'JR-X9',
  second_mate: 'JR-X10',
  smart_lad: 'JR-X11',
  stowaway: 'JR-X12',
  surgeon: 'JR-X13',
  traitor: 'JR-X14',
};
const SAILOR = ['JR-A2', 'JR-A6'];

export function aboutCard(card: string): { title: string; rules: string[] } {
  const rule = RULES[card];
  return { title: `card.${card}`, rules: rule && isCharacter(card) ? [rule, 'JR-X0'] : SAILOR };
}
