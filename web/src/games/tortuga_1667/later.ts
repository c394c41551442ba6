/** What the first question does not need: fetched once somebody plays. */
export { default as CrowsNest } from './CrowsNest.svelte';
export { default as Discards } from './Discards.svelte';
export { default as LastVote } from './LastVote.svelte';
export { default as NotesPanel } from './NotesPanel.svelte';
export { default as RecordPanel } from './RecordPanel.svelte';
export { default as VotePanel } from './VotePanel.svelte';
