/** What is shown when a game is over; fetched then. */
export { default as Result } from './ScoreSheet.svelte';
export { default as Secrets } from './Secrets.svelte';
