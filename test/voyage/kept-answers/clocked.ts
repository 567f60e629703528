/** Answers with the work that they took, counted by how often the clock was looked at: that is done wherever work may take long. */
import { told } from './told.ts';

/** By title: what is answered, as text. */
export type Cases = Readonly<Record<string, () => string>>;

interface Clock {
  /** A millisecond passes with each look. */
  readonly now: () => number;
  readonly timeBudgetMs: number;
}

const LOOKS = ' looks at the clock';
/** As long as no voyage takes; there is a limit, because without one nobody looks at the clock. */
const LONG_MS = 1e12;

/** @param answer what is asked, by this clock  @param timeBudgetMs after so many looks at the clock time is up */
export function clocked(answer: (clock: Clock) => unknown, timeBudgetMs = LONG_MS): string {
  let looks = 0;
  const answered = orRefused(() => answer({ now: () => looks++, timeBudgetMs }));
  return `${answered}\n${looks}${LOOKS}`;
}

/** Whether a line of an answer says how often the clock was looked at for it. */
export const isOfLooks = (line: string): boolean => line.endsWith(LOOKS);

export function orRefused(answer: () => unknown): string {
  try {
    return told(answer());
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
}
