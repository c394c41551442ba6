/**
 * What only this seat may see. It lies open before whoever has a device of their own, until they
 * cover it. Where people share a device it lies face down, so that nobody beside one reads it by
 * accident, and is open only while a button or the key is held.
 */
export const LOOK_KEY = 'h';

class Secrets {
  /** The own loyalty, hand and notes lie face down. */
  covered = $state(true);
  /** They are looked at all the same. */
  held = $state(false);
  /** The vote deck lies open for the one who searches it; closed again by the choice. */
  deckOpen = $state(false);

  get open(): boolean {
    return this.held || !this.covered;
  }

  look(): void {
    this.held = true;
  }

  hide(): void {
    this.held = false;
  }

  close(): void {
    this.held = false;
    this.deckOpen = false;
  }
}

export const secrets = new Secrets();
