/**
 * Vite: writes `sw.js`, the worker that keeps the pages around a game on the device, so that an
 * installed Broadside starts without a network and can say so. Tables always need the server.
 */
import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

/** Kept from the first visit on, beside the lobby: its texts in all languages, and its fonts. */
const PACK = /\/i18n\/(en|de|pl)\.ts$/;
const FONT = /latin(-ext)?-\d+-.*\.woff2$/;

export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = ['/', '/favicon.svg', '/manifest.webmanifest', ...kept(bundle)];
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = WORKER.replace('[FILES]', JSON.stringify(files)).replace('VERSION', version);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

function kept(bundle: Rolldown.OutputBundle): string[] {
  const names = new Set<string>();
  for (const one of Object.values(bundle)) {
    if (one.type === 'asset') {
      if (FONT.test(one.fileName) && !one.fileName.includes('-normal-')) names.add(one.fileName);
    } else if (one.isEntry || PACK.test(one.facadeModuleId ?? '')) keep(one, bundle, names);
  }
  return [...names].map((name) => `/${name}`).sort();
}

/** A file, its styles, and whatever it cannot do without. */
function keep(
  { fileName, imports, viteMetadata }: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  names: Set<string>,
): void {
  if (names.has(fileName)) return;
  names.add(fileName);
  for (const style of viteMetadata?.importedCss ?? []) names.add(style);
  for (const name of imports) {
    const needed = bundle[name];
    if (needed?.type === 'chunk') keep(needed, bundle, names);
  }
}

const WORKER = `const KEPT = 'broadside-VERSION';
const FILES = [FILES];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

// Files whose name changes with their content are taken from the device, pages from the server as
// long as it answers. What a table says is never kept.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match('/')) ?? Response.error();
  }
}

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    void caches.open(KEPT).then((kept) => kept.put(request, copy));
  }
  return answer;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow('/table/' + encodeURIComponent(event.notification.data)));
});
`;
