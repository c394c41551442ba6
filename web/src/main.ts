import { mount } from 'svelte';
import App from './App.svelte';
import { speech } from './i18n/speech.svelte';
import { renew } from './renewal';
import './styles/base.css';

const target = document.getElementById('app');
// An installed page starts without a network; the worker comes after everything that one waits for.
addEventListener('load', () => setTimeout(register, 3000), { once: true });
addEventListener('vite:preloadError', () => void renew(import.meta.url));

function register(): void {
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
}

void speech.begin().then(() => target && mount(App, { target }));
