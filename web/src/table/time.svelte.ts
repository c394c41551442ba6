/** A clock that ticks while somebody looks at it. */
import { createSubscriber } from 'svelte/reactivity';

const TICK_MS = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** The page's time in milliseconds; whoever reads it in an effect is told of the next tick. */
export function now(): number {
  subscribe();
  return performance.now();
}

/** `1:05`, or `0:09`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
