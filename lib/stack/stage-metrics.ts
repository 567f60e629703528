import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type MetricDefinition, type MetricName, metrics } from '../metrics/metrics.ts';

/** The name of the service for Lambda; Powertools adds it to every metric as a dimension. */
const SERVICE = { service: 'polynya' };

/**
 * A metric that the handlers of a stack write.
 *
 * @param dimension the value of its dimension, for a metric that has one
 * @param statistic such as `Sum`, `Maximum`, `p99`
 */
export function stageMetric(
  scope: Construct,
  name: MetricName,
  statistic: string,
  { dimension, period = Duration.minutes(5) }: { dimension?: string; period?: Duration } = {},
): Metric {
  const definition: MetricDefinition = metrics[name];
  return new Metric({
    namespace: Stack.of(scope).stackName,
    metricName: definition.name,
    statistic,
    period,
    ...(dimension && { label: dimension }),
    dimensionsMap: {
      ...SERVICE,
      ...(definition.dimension && dimension && { [definition.dimension.name]: dimension }),
    },
  });
}
