/** What alarms look at, computed from several metrics. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CANARY_INTERVAL } from './canary.ts';

export interface LimitedTables {
  readonly tables: readonly Table[];
  /** Their global indexes, which have limits of their own. */
  readonly indexes: readonly { readonly table: Table; readonly name: string }[];
}

export const period = { period: Duration.minutes(5), statistic: 'Sum' };

/**
 * A metric with this value where it has no data. Without it an alarm looks at older periods instead of those without
 * data: it comes late or not at all where what is counted has stopped, and stays where it came once.
 */
export function filled(metric: Metric, value = 0): MathExpression {
  return new MathExpression({
    expression: `FILL(metric, ${value})`,
    usingMetrics: { metric },
    period: metric.period,
  });
}

/** A metric without data counts as zero: a sum with one that is absent would be absent too. */
export function sum(usingMetrics: Record<string, IMetric>): MathExpression {
  return new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics,
    period: period.period,
  });
}

/** Routes that came: runs of the canary without an error. */
export function came(canary: IFunction): MathExpression {
  const options = { ...period, period: Duration.minutes(2 * CANARY_INTERVAL.toMinutes()) };
  return new MathExpression({
    expression: 'FILL(runs, 0) - FILL(errors, 0)',
    usingMetrics: { runs: canary.metricInvocations(options), errors: canary.metricErrors(options) },
    period: options.period,
  });
}

/** What per cent of all are bad; 0 where there are fewer than `few`. Both metrics have this period. */
export function percentOf(
  bad: IMetric,
  all: IMetric,
  few: number,
  of: Duration = period.period,
): MathExpression {
  return new MathExpression({
    expression: `IF(FILL(bad, 0) >= ${few}, 100 * bad / all, 0)`,
    usingMetrics: { bad, all },
    period: of,
  });
}

/** Calls that DynamoDB refused on the tables and on their global indexes, which have limits of their own. */
export function throttledCalls(kind: 'Read' | 'Write', { tables, indexes }: LimitedTables): MathExpression {
  const name = `${kind}ThrottleEvents`;
  const ofIndexes = indexes.map(({ table, name: index }) =>
    table.metric(name, {
      ...period,
      dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName: index },
    }),
  );
  const metrics = [...tables.map((table) => table.metric(name, period)), ...ofIndexes];
  return sum(Object.fromEntries(metrics.map((metric, i) => [`throttled${i}`, metric])));
}
