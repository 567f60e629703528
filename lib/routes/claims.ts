import { createHash } from 'node:crypto';
import type { Submission } from '../jobs/job.ts';

/**
 * Claims on what is being requested, so that of two identical requests at the same instant one starts a job and the
 * other finds it: the search for routes can't see what another request is about to write.
 */
export interface Claims {
  /** Claims for a submission; answers the one that holds the claim: this one, or another that came first. */
  claim(key: string, submission: Submission): Promise<Submission>;
  /** Claims for a submission in the place of the one of a job; false if that one no longer holds it. */
  takeOver(key: string, submission: Submission, fromJobId: string): Promise<boolean>;
}

/** Identical requests, and no others, have the same key: the same points on the same list of meshes. */
export function claimKey({ meshIds, start, end }: Submission): string {
  const what = JSON.stringify([meshIds, start.lat, start.lon, end.lat, end.lon]);
  return createHash('sha256').update(what).digest('hex');
}
