/** How much a proof may take. */

/** What ended a proof before its end. */
export type Limit = 'work' | 'time';

export class Budget {
  /** Work done, in pairs of intervals: the same on every machine. */
  spent = 0;
  /** What was exceeded; null as long as nothing is. */
  ended: Limit | null = null;
  private readonly limit: () => number;
  private readonly isOver: () => boolean;

  /**
   * @param limit the work that is allowed, which may grow with what is found to be there
   * @param isOver whether time is up
   */
  constructor(limit = () => Infinity, isOver = () => false) {
    this.limit = limit;
    this.isOver = isOver;
  }

  isSpent(): boolean {
    this.ended ??= this.isOver() ? 'time' : this.spent > this.limit() ? 'work' : null;
    return this.ended !== null;
  }
}
