/** What the steps of workflows do about errors. */
import { unavailableNames } from '../jobs/transient-failures.ts';

/** What is wrong with a service is waited out for about two hours, as for jobs. */
export const waitForServices = {
  ErrorEquals: unavailableNames,
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxDelaySeconds: 60,
  MaxAttempts: 240,
  JitterStrategy: 'FULL',
};

/** A step that crashes is tried again. */
export const again = { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, MaxAttempts: 2 };
