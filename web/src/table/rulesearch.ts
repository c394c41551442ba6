/** Finding one's way in the rules. */
import type { Voice } from '../i18n/speech.svelte';
import type { RuleText } from '../wire/messages';

const LINES_MAX = 5;

/** A turn in a few lines, as the game tells it. */
export function turnLines(voice: Voice): string[] {
  const keys = Array.from({ length: LINES_MAX }, (_, index) => `turn.${index + 1}`);
  return keys.filter((key) => voice.has(key)).map((key) => voice.t(key));
}

/** The rules that speak of all sought words, in their title, their text or by their id. */
export function found(rules: RuleText[], sought: string): RuleText[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = `${rule.id} ${rule.title} ${rule.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
