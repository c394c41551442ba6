/** The colours that people at the table on this page have chosen. */
class Livery {
  private chosen: readonly number[] = $state.raw([]);

  /** Wear these colours, seat by seat; without any, every seat has its own. */
  wear(colours: readonly number[]): void {
    this.chosen = colours;
  }

  /** The colour of a seat, as a number. */
  of(seat: number): number {
    return this.chosen[seat] ?? seat;
  }
}

export const livery = new Livery();
