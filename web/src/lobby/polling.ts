/** Looks again from time to time, while somebody looks at the page or wants to be told. */

import { untrack } from 'svelte';

/** Do it now and so often from now on; the answer stops it. */
export function every(ms: number, look: () => Promise<void>, evenHidden = false): () => void {
  const now = (): void => {
    if (evenHidden || !document.hidden) void look();
  };
  untrack(now); // what a look reads must not make an effect look again at once
  const timer = setInterval(now, ms);
  document.addEventListener('visibilitychange', now);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', now);
  };
}
