/**
 * What only this seat may see lies face down, so that nobody beside one reads it by accident.
 * It is open while a button or the key is held, and only then.
 */
export const LOOK_KEY = 'h';

class Secrets {
  /** The own loyalty, hand and notes lie open. */
  held = $state(false);
  /** The vote deck lies open for the one who searches it; closed again by the choice. */
  deckOpen = $state(false);

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
