/** What jsdom lacks and the page uses. */
import { vi } from 'vitest';

Object.defineProperty(window, 'matchMedia', {
  value: (query: string) => ({
    matches: query.includes('reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});

Element.prototype.animate = vi.fn().mockImplementation(() => ({
  finish: () => undefined,
  cancel: () => undefined,
  finished: Promise.resolve(),
}));
Element.prototype.getAnimations = () => [];
Element.prototype.scrollTo = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
