/** Which status may follow which. */
import type { JobStatus } from './job.ts';

/**
 * PENDING → STARTED ⇄ RETRY; any of the three → SUCCESS, FAILURE or REVOKED; those three never change again.
 * STARTED and RETRY may follow themselves: the calculation on the next mesh starts, or a retry fails to start.
 */
const successors: Record<JobStatus, readonly JobStatus[]> = {
  PENDING: ['STARTED', 'SUCCESS', 'FAILURE', 'REVOKED'],
  STARTED: ['STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED'],
  RETRY: ['RETRY', 'STARTED', 'SUCCESS', 'FAILURE', 'REVOKED'],
  SUCCESS: [],
  FAILURE: [],
  REVOKED: [],
};

export const jobStatuses = Object.keys(successors) as readonly JobStatus[];

/** The statuses that `to` may follow. */
export const predecessors = (to: JobStatus): JobStatus[] =>
  jobStatuses.filter((from) => successors[from].includes(to));

export const isFinal = (status: JobStatus): boolean => successors[status].length === 0;

/** A later request may use this job's route: it exists or is being calculated. */
export const isUsable = (status: JobStatus): boolean => status !== 'FAILURE' && status !== 'REVOKED';
