/**
 * Parts of the page are fetched when they are needed. One that cannot be had, because the server has
 * another page by now or did not answer, is had by loading the page again, once it answers.
 */
const KEY = 'broadside.reloaded';
const ASK_AGAIN_MS = 3000;

let waits = false;

/** Load the page again as soon as the server answers; once for each build, so never in a circle. */
export async function renew(build: string, reload = () => location.reload()): Promise<void> {
  if (waits || !isFirst(build)) return;
  waits = true;
  while (!(await answers())) await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
  waits = false;
  if (note(build)) reload();
}

async function answers(): Promise<boolean> {
  try {
    return navigator.onLine && (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function isFirst(build: string): boolean {
  try {
    return sessionStorage.getItem(KEY) !== build;
  } catch {
    return false;
  }
}

/** Remember it; where nothing can be remembered, nothing is loaded again. */
function note(build: string): boolean {
  try {
    sessionStorage.setItem(KEY, build);
    return true;
  } catch {
    return false;
  }
}
