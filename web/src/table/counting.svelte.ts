/** Numbers that count up while the result is told. */
import { cubicOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import { prefersStillness } from './stage';

export class Counting {
  private readonly tween = new Tween(0, { easing: cubicOut });

  /** Begin after a while, and take so many milliseconds; at once where nothing may move. */
  start(after: number, lasts: number): void {
    const still = prefersStillness();
    void this.tween.set(1, { duration: still ? 0 : lasts, delay: still ? 0 : after });
  }

  /** What has been counted of a number by now. */
  part(value: number): number {
    return Math.round(value * this.tween.current);
  }
}
