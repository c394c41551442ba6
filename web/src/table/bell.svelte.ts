/** Notices of the browser, for the tables that one wants them for. It is asked only on a click. */
import { myTables, ringFor } from '../mytables';

class Bell {
  /** The tables that shall ring. */
  private tables: readonly string[] = $state.raw(
    myTables()
      .filter((one) => one.bell)
      .map((one) => one.table),
  );
  refused: boolean = $state(false);

  /** Whether this browser has notices at all; without encryption most have none. */
  get possible(): boolean {
    return typeof Notification !== 'undefined';
  }

  /** Whether any table shall ring. */
  get wanted(): boolean {
    return this.isAllowed && this.tables.length > 0;
  }

  isOn(table: string): boolean {
    return this.isAllowed && this.tables.includes(table);
  }

  /** On or off for a table, by a click. */
  async turn(table: string): Promise<void> {
    const on = !this.isOn(table);
    const granted = this.isAllowed || (await Notification.requestPermission()) === 'granted';
    this.refused = !granted;
    const others = this.tables.filter((one) => one !== table);
    this.tables = on && granted ? [...others, table] : others;
    ringFor(table, on && granted);
  }

  /** Tell somebody who looks elsewhere; a table that was told of already is told of once. */
  ring(title: string, table: string): void {
    if (!this.isOn(table) || !document.hidden) return;
    try {
      const notice = new Notification(title, { tag: table, icon: '/favicon.svg' });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some phones have notices only for pages with a worker.
      void navigator.serviceWorker?.ready.then((worker) =>
        worker.showNotification(title, { tag: table, icon: '/favicon.svg', data: table }),
      );
    }
  }

  private get isAllowed(): boolean {
    return this.possible && Notification.permission === 'granted';
  }
}

export const bell = new Bell();
