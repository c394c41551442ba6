/** What the first question does not need: fetched once somebody plays. */
export { default as BattlePanel } from './BattlePanel.svelte';
export { default as CardsPanel } from './CardsPanel.svelte';
