/** A clock that ticks while somebody looks at it. */
import { createSubscriber } from 'svelte/reactivity';
import type { Voice } from '../i18n/speech.svelte';
import { DAY_S } from '../wire/messages';

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

/** A span of time in words: `30 seconds`, `2 minutes`, `3 days`. */
export function spanText(seconds: number, voice: Voice): string {
  if (seconds >= DAY_S) return voice.t('clock.days', { n: Math.round(seconds / DAY_S) });
  if (seconds >= 3600 && seconds % 3600 === 0) return voice.t('clock.hours', { n: seconds / 3600 });
  if (seconds >= 60) return voice.t('clock.minutes', { n: Math.round(seconds / 60) });
  return voice.t('clock.seconds', { n: seconds });
}

/** How a table is played: `Live · 2 minutes`, `By days · 3 days`. */
export function tempoText(clock: number | null, voice: Voice): string {
  const tempo = voice.t(clock !== null && clock >= DAY_S ? 'tempo.days' : 'tempo.live');
  return `${tempo} · ${clock === null ? voice.t('clock.none') : spanText(clock, voice)}`;
}

/** `1:05`, or `0:09`; hours in words, and days where hours do not matter. */
export function clockText(ms: number, voice: Voice): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 2 * DAY_S) return voice.t('clock.days', { n: Math.round(seconds / DAY_S) });
  if (seconds >= 7200) return voice.t('clock.hours', { n: Math.floor(seconds / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
