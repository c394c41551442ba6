/** How much room there is. */
import { MediaQuery } from 'svelte/reactivity';

/** Whether there is room for a column beside the board. */
export const wide = new MediaQuery('min-width: 61.3125em');
/** Whether boards stand upright, as on a phone. */
export const narrow = new MediaQuery('max-width: 700px');
