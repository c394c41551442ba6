/** Day or night: the remembered wish, else the system's. */
import { recall, remember } from './memory';

export type Theme = 'day' | 'night';

function firstTheme(): Theme {
  const wish = recall('theme');
  if (wish === 'day' || wish === 'night') return wish;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
}

class Light {
  theme: Theme = $state(firstTheme());

  turn(): void {
    this.theme = this.theme === 'day' ? 'night' : 'day';
    remember('theme', this.theme);
  }
}

export const light = new Light();
