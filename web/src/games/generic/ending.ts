/** What is shown when a game is over; fetched then. */
export { default as Result } from './Result.svelte';
export { default as Secrets } from './Secrets.svelte';
