import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** Short names of scopes: they stand in every selector and every element. */
const cssHash = ({ hash, filename, css }) => `s${hash(filename ?? css).slice(0, 5)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { cssHash } };
