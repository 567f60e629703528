import { Metrics } from '@aws-lambda-powertools/metrics';
import { type MetricDefinition, type MetricName, metrics } from '../metrics/metrics.ts';
import { logger } from './logger.ts';

/** Writes to the log; the namespace is in the environment (POWERTOOLS_METRICS_NAMESPACE). */
const powertools = new Metrics();

/** @param dimension the value of the metric's dimension, for a metric that has one */
export function record(metric: MetricName, value: number, dimension?: string): void {
  const { name, unit, dimension: defined }: MetricDefinition = metrics[metric];
  const single = powertools.singleMetric();
  if (defined && dimension) single.addDimension(defined.name, dimension);
  // Powertools knows hours as a number without a unit
  single.addMetric(name, unit === 'Hours' ? 'None' : unit, value);
}

/** Logs and counts each change of a job's status. */
export const jobLog = {
  info(message: string, fields: { readonly job_id: string; readonly status: string }): void {
    logger.info(message, fields);
    record('jobStatuses', 1, fields.status);
  },
};
