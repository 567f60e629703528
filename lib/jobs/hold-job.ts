/** Holds the answer to a question about a job until the job is over, or for as long as the client waits. */
import type { Job } from './job.ts';
import { isFinal } from './transitions.ts';

/** A job that ends while it is held is answered within 100 ms: one pause and one read. */
const PAUSE_MS = 80;
/** After failed reads the pause doubles up to this, so that a busy table is left alone. */
const MAX_PAUSE_MS = 1_000;

/** How long an answer is held. */
export interface Patience {
  /** As the client asks for; null where it asks for nothing. */
  readonly waitMs: number | null;
  /** Where it asks for nothing: how long a job is held that is STARTED or RETRY. */
  readonly startedHoldMs: number;
}

export interface Clock {
  /** Milliseconds from any point in time. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * The job as soon as it is over, or else as it is when the time is up; null where there is none.
 *
 * Without a wish of the client, a job is held while it is STARTED or RETRY, because published clients ask again at
 * once while they see STARTED, ten times in all.
 */
export async function holdJob<Held extends Pick<Job, 'status'>>(
  find: () => Promise<Held | null>,
  { waitMs, startedHoldMs }: Patience,
  { now, sleep }: Clock,
): Promise<Held | null> {
  const begun = now();
  let job = await find();
  const isHeld = () => job !== null && !isFinal(job.status) && (waitMs !== null || job.status !== 'PENDING');
  const until = begun + (waitMs ?? startedHoldMs);
  let pauseMs = PAUSE_MS;
  while (isHeld() && now() < until) {
    await sleep(Math.min(pauseMs, until - now()));
    try {
      job = await find();
      pauseMs = PAUSE_MS;
    } catch {
      // The client gets the last known status; the next read may succeed.
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
  }
  return job;
}
