/** What keys do in a replay; a number is so many moments on or back. */
export type Does = 'play' | 'first' | 'last' | 'faster' | 'slower' | number;

const KEYS: Record<string, Does> = {
  ' ': 'play',
  Home: 'first',
  End: 'last',
  ArrowRight: 1,
  ArrowLeft: -1,
  PageDown: 10,
  PageUp: -10,
  '+': 'faster',
  '-': 'slower',
};

/** What a key means here; null if it belongs to what has the focus. */
export function keyOf(event: KeyboardEvent): Does | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const does = KEYS[event.key] ?? null;
  const target = event.target instanceof Element ? event.target : null;
  if (does === null || !target) return does;
  const isTime = target.matches('input[type="range"]');
  if (!isTime && target.closest('input, select, textarea')) return null;
  if (does === 'play' && target.closest('button, a, summary')) return null;
  // A list that scrolls keeps its own keys, but for those that it does not need.
  const scrolls = target.closest('[role="log"], [role="region"]') !== null;
  return scrolls && !['ArrowLeft', 'ArrowRight', ' ', '+', '-'].includes(event.key) ? null : does;
}
