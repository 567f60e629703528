/**
 * Answers with the work that they took, counted by how often the clock was looked at: that is done wherever work may take long. Of orders of
 * stops, legs are counted besides.
 */
import { told } from './told.ts';

/** By title: what is answered, as text. */
export type Cases = Readonly<Record<string, () => string>>;

interface Clock {
  /** A millisecond passes with each look. */
  readonly now: () => number;
  readonly timeBudgetMs: number;
  /** Counts a leg that is looked at. */
  readonly count: () => void;
}

const LOOKS = ' looks at the clock';
const LEGS = ' legs';
/** As long as no voyage takes; there is a limit, because without one nobody looks at the clock. */
const LONG_MS = 1e12;

/** @param answer what is asked, by this clock  @param timeBudgetMs after so many looks at the clock time is up */
export function clocked(answer: (clock: Clock) => unknown, timeBudgetMs = LONG_MS): string {
  let [looks, legs] = [0, 0];
  const answered = orRefused(() => answer({ now: () => looks++, timeBudgetMs, count: () => legs++ }));
  return `${answered}\n${looks}${LOOKS}${legs > 0 ? `\n${legs}${LEGS}` : ''}`;
}

/** Whether a line of an answer says how much work it took. */
export const isOfWork = (line: string): boolean => line.endsWith(LOOKS) || line.endsWith(LEGS);

export function orRefused(answer: () => unknown): string {
  try {
    return told(answer());
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
}
