import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(css|svelte)$/.test(name))
  .map((name) => [name, readFileSync(`src/${name}`, 'utf8')] as const);

const ENDLESS = /animation: (\w+) [^;]*\binfinite\b[^;]*;\s*([\w-]+: [^;]+);/g;
/** What a browser can move without painting anew. */
const CHEAP = new Set(['transform', 'rotate', 'translate', 'scale', 'opacity']);

const endless = SOURCES.flatMap(([name, text]) =>
  [...text.matchAll(ENDLESS)].map(([, frames = '', next = '']) => ({ name, text, frames, next })),
);

/** The properties that an animation changes. */
function changed(text: string, frames: string): string[] {
  const body = text.split(`@keyframes ${frames} {`)[1]?.split(/\n {0,2}\}\n/)[0] ?? '';
  return [...body.matchAll(/^\s+([\w-]+): /gm)].map(([, property]) => property ?? '');
}

describe('what moves without end', () => {
  it('is found wherever it stands', () => {
    const written = SOURCES.flatMap(([, text]) => text.match(/\binfinite\b/g) ?? []);
    expect(endless).toHaveLength(written.length);
    expect(endless.length).toBeGreaterThan(0);
  });

  it.each(endless)('stops while nobody sees the page: $frames in $name', ({ next }) => {
    expect(next).toBe('animation-play-state: var(--idle-motion)');
  });

  it.each(endless)('is not painted anew: $frames in $name', ({ text, frames }) => {
    const properties = changed(text, frames);
    expect(properties.length).toBeGreaterThan(0);
    for (const property of properties) expect(CHEAP).toContain(property);
  });

  it('stands still for those who wish it', () => {
    const base = readFileSync('src/styles/base.css', 'utf8');
    const still = base.split('@media (prefers-reduced-motion: reduce)')[1] ?? '';
    expect(still).toContain('*::before');
    expect(still).toContain('animation: none !important');
  });
});
