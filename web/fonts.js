/**
 * Cuts the fonts down to what the pages write: English and German in one file, the letters that
 * Polish adds in another. Names in other languages get the fonts as they come. Run before a build.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

const PACKAGES = fileURLToPath(new URL('node_modules/@fontsource/', import.meta.url));
const WRITTEN = fileURLToPath(new URL('src/styles/fonts/', import.meta.url));
const FACES = ['alegreya-sans 400', 'alegreya-sans 700', 'alegreya-sc 700'];
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join('');
const SETS = {
  latin: `${ASCII}ÄÖÜäöüßÓáçéíó\u00a0§©°·×½«»–—‘’‚“”„•…−`,
  'latin-ext': 'ĄĆĘŁŃŚŹŻąćęłńśźż',
};
/** Kerning, and figures that are as tall as capitals, and as wide as each other. */
const FEATURES = ['kern', 'lnum', 'tnum'];

await mkdir(WRITTEN, { recursive: true });
for (const face of FACES) {
  const [family, weight] = face.split(' ');
  for (const [set, letters] of Object.entries(SETS)) {
    const name = `${family}-${set}-${weight}`;
    const whole = await readFile(`${PACKAGES}${family}/files/${name}-normal.woff2`);
    const wishes = { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true };
    await writeFile(`${WRITTEN}${name}.woff2`, await subset(whole, letters, wishes));
  }
}
