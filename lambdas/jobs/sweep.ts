import { setTimeout as wait } from 'node:timers/promises';
import { ActiveJobsIndex } from '../../lib/aws/active-jobs.ts';
import { dynamo, stepFunctions } from '../../lib/aws/clients.ts';
import { environment } from '../../lib/aws/environment.ts';
import { logger } from '../../lib/aws/logger.ts';
import { jobLog, record } from '../../lib/aws/metrics.ts';
import { RequestTable } from '../../lib/aws/request-table.ts';
import { RouteExecutions } from '../../lib/aws/route-executions.ts';
import { type SweepReport, sweep, sweepTwice } from '../../lib/jobs/sweep.ts';

const env = environment('REQUESTS_TABLE', 'ROUTE_WORKFLOW_ARN');
const ports = {
  jobs: new RequestTable(dynamo, env.REQUESTS_TABLE, jobLog),
  active: new ActiveJobsIndex(dynamo, env.REQUESTS_TABLE),
  workflow: new RouteExecutions(stepFunctions, env.ROUTE_WORKFLOW_ARN),
  random: Math.random,
  onError: (job_id: string, error: Error) => logger.warn('job not swept', { job_id, error }),
};

const clock = { now: () => new Date(), wait };

/** Jobs that cannot be started count as waiting, so that an alarm is raised before they fail after two hours. */
const tell = (report: SweepReport): SweepReport => {
  if (report.active > 0) logger.info('swept', { ...report });
  if (report.longestWaitMs > 0) record('queueTime', report.longestWaitMs);
  return report;
};

/** Invoked every minute; sweeps twice. With `{"once": true}` it sweeps once and answers what it did. */
export async function handler(event: { readonly once?: boolean }): Promise<SweepReport | null> {
  logger.resetKeys();
  if (event.once) return tell(await sweep(ports, clock));
  await sweepTwice(ports, clock, tell);
  return null;
}
