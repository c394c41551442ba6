/** Notices of the browser for tables that are played by days. It is asked only on a click. */
import { recall, remember } from '../memory';

class Bell {
  private wish: boolean = $state(recall('bell') === 'on');
  refused: boolean = $state(false);

  /** Whether this browser has notices at all; without encryption most have none. */
  get possible(): boolean {
    return typeof Notification !== 'undefined';
  }

  get wanted(): boolean {
    return this.possible && this.wish && Notification.permission === 'granted';
  }

  /** On or off, by a click. */
  async turn(): Promise<void> {
    const granted = this.wanted || (await Notification.requestPermission()) === 'granted';
    this.refused = !granted;
    this.wish = granted && !this.wanted;
    remember('bell', this.wish ? 'on' : 'off');
  }

  /** Tell somebody who looks elsewhere; the same matter rings once. */
  ring(title: string, matter: string): void {
    if (!this.wanted || !document.hidden) return;
    try {
      const notice = new Notification(title, { tag: matter, icon: '/favicon.svg' });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones have notices only for pages with a worker; the title still tells.
    }
  }
}

export const bell = new Bell();
