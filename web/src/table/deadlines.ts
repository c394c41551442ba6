/** Until when the table waits, on this page's clock. */
import type { Clock, Update } from '../wire/messages';

/** Until when the table waits, on this page's clock; then the reserve runs. */
export interface Deadline {
  at: number;
  total: number;
  reserve: number;
}

/** When the window closes by itself if nobody does anything, on this page's clock. */
export interface Countdown {
  window: number;
  at: number;
  /** How much was left of it when the page heard of it. */
  left: number;
  total: number;
  /** The seats that have asked for time: the window stays open as long as its clock allows. */
  held: number[];
}

/** What the server told of the clock, heard at this moment. */
export function deadlineOf(told: Clock, heard: number): Deadline {
  return { at: heard + told.left_ms, total: told.total_ms, reserve: told.reserve_ms };
}

/** What the server told of the countdown, heard at this moment. */
export function countdownOf(told: NonNullable<Update['countdown']>, heard: number): Countdown {
  const { window, left_ms: left, total_ms: total, held } = told;
  return { window, at: heard + left, left, total, held };
}
