/** What the first question does not need: fetched once somebody plays. */
export { default as AttackPanel } from './AttackPanel.svelte';
export { default as DealsPanel } from './DealsPanel.svelte';
export { default as MutinyPanel } from './MutinyPanel.svelte';
export { default as OfferForm } from './OfferForm.svelte';
export { default as Offers } from './Offers.svelte';
export { default as OrdersPanel } from './OrdersPanel.svelte';
export { default as Plays } from './Plays.svelte';
export { default as SeatSheet } from './SeatSheet.svelte';
export { default as SharingPanel } from './SharingPanel.svelte';
export { default as Uses } from './Uses.svelte';
