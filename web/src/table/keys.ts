/** Keys that mean something wherever one is on the page. */

/** Whether a key belongs to what is being written, or to the browser itself. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return (event.target as Element | null)?.closest?.('input, select, textarea') != null;
}
