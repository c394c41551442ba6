/** Looks again from time to time, while somebody looks at the page. */

/** Do it now and so often from now on; the answer stops it. */
export function every(ms: number, look: () => Promise<void>): () => void {
  const now = (): void => {
    if (!document.hidden) void look();
  };
  now();
  const timer = setInterval(now, ms);
  document.addEventListener('visibilitychange', now);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', now);
  };
}
