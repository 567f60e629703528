/** Carrying a submission through: the job, its route and the execution, whoever has begun it. */
import type { Submission } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { initialState, type RouteWorkflow } from '../jobs/route-workflow.ts';
import type { Route } from './route.ts';
import type { RouteStore } from './route-store.ts';

export interface SubmissionPorts {
  readonly jobs: Pick<JobStore, 'create' | 'transition'>;
  readonly routes: Pick<RouteStore, 'create'>;
  readonly workflow: Pick<RouteWorkflow, 'start'>;
}

/**
 * Does whatever of a submission is not done yet; doing it twice, or by two at once, is the same as once.
 * Job and route come first, since an execution may end before its start is answered. Answers the error with which
 * the execution was refused; the job has failed then.
 */
export async function completeSubmission(
  { jobs, routes, workflow }: SubmissionPorts,
  submission: Submission,
): Promise<Error | null> {
  await Promise.all([jobs.create(submission), routes.create(toRoute(submission))]);
  try {
    await workflow.start(initialState(submission));
    return null;
  } catch (error) {
    await jobs.transition(submission.jobId, 'FAILURE', {
      error: 'The calculation could not be started.',
      attempts: [],
    });
    return error as Error;
  }
}

const toRoute = ({ routeId, requestedAt, meshIds, ...rest }: Submission): Route => ({
  id: routeId,
  jobId: rest.jobId,
  meshId: meshIds[0]!,
  start: rest.start,
  end: rest.end,
  startCell: rest.startCell,
  startName: rest.startName,
  endName: rest.endName,
  tags: rest.tags,
  created: requestedAt,
  expiresAt: rest.expiresAt,
});
