/**
 * A limit for work that does not return in between. Searches look at the clock themselves and answer what they have; this
 * ends whatever else takes too long, wherever it is.
 */
import { createContext, Script } from 'node:vm';

/** Kept back of the 29 s that API Gateway waits, which the start of a sandbox is part of, milliseconds. */
export const TIME_TO_ANSWER_MS = 4_000;
/** The same for what does not look at the clock. */
export const TIME_TO_REFUSE_MS = 3_000;

const script = new Script('work()');
const context = createContext({ work: null });

/**
 * What work answers.
 *
 * What it was changing when it was ended may be half changed: whoever ends work on a mesh has to drop it.
 *
 * @param tooLong makes the error that is thrown where it is not done in time
 */
export function endedAfter<T>(milliseconds: number, work: () => T, tooLong: () => Error): T {
  if (milliseconds < 1) throw tooLong();
  context.work = work;
  try {
    return script.runInContext(context, { timeout: Math.floor(milliseconds) });
  } catch (error) {
    throw isTimeout(error) ? tooLong() : error;
  } finally {
    context.work = null;
  }
}

/** Its class is the context's own. */
const isTimeout = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
