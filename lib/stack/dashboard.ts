import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  SingleValueWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type MetricDefinition, type MetricName, metrics } from '../metrics/metrics.ts';
import { stageMetric } from './stage-metrics.ts';

export interface DashboardProps {
  readonly name: string;
  readonly api: RestApi;
  readonly calculate: IFunction;
  readonly request: IFunction;
  readonly tables: readonly Table[];
}

const HEIGHT = 6;
const HALF = 12;
const THIRD = 8;

/** What an operator checks first: requests, jobs, calculations, meshes, limits. */
export function addDashboard(
  scope: Construct,
  { name, api, calculate, request, tables }: DashboardProps,
): void {
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: name,
    defaultInterval: Duration.hours(12),
  });
  dashboard.addWidgets(
    graph(
      'Requests',
      HALF,
      [api.metricCount({ statistic: 'Sum' })],
      [api.metricClientError({ statistic: 'Sum' }), api.metricServerError({ statistic: 'Sum' })],
    ),
    graph('Route requests by outcome', HALF, byDimension(scope, 'submissions')),
    graph('Jobs by status', HALF, byDimension(scope, 'jobStatuses')),
    graph('Time to the first calculation, and of a calculation', HALF, [
      stageMetric(scope, 'queueTime', 'p50').with({ label: 'queue p50' }),
      stageMetric(scope, 'queueTime', 'p99').with({ label: 'queue p99' }),
      stageMetric(scope, 'calculationTime', 'p50').with({ label: 'calculation p50' }),
      stageMetric(scope, 'calculationTime', 'p99').with({ label: 'calculation p99' }),
    ]),
    graph('Answering a route request', THIRD, [
      request.metricDuration({ statistic: 'p50' }),
      request.metricDuration({ statistic: 'p99' }),
    ]),
    graph('Calculations at once, and refused', THIRD, [
      calculate.metric('ConcurrentExecutions', { statistic: 'Maximum' }),
      calculate.metricThrottles({ statistic: 'Sum' }),
    ]),
    graph(
      'Throttled table requests',
      THIRD,
      tables.map((table) => table.metric('WriteThrottleEvents', { statistic: 'Sum' })),
      tables.map((table) => table.metric('ReadThrottleEvents', { statistic: 'Sum' })),
    ),
    graph('Failed calculations by error', HALF, byDimension(scope, 'failedCalculations')),
    graph('Lines of batches', HALF, [stageMetric(scope, 'batchLines', 'Sum')]),
    graph('Watches that could not be checked', HALF, [stageMetric(scope, 'failedWatchChecks', 'Sum')]),
    graph('Imported files', HALF, byDimension(scope, 'importedFiles')),
    new SingleValueWidget({
      title: 'Age of the newest mesh, hours',
      metrics: [stageMetric(scope, 'newestMeshAge', 'Minimum')],
      width: HALF,
      height: HEIGHT,
    }),
  );
}

const graph = (title: string, width: number, left: readonly IMetric[], right: readonly IMetric[] = []) =>
  new GraphWidget({ title, width, height: HEIGHT, left: [...left], right: [...right] });

/** One line for each value of a metric's dimension. */
function byDimension(scope: Construct, name: MetricName): IMetric[] {
  const { name: metricName, dimension }: MetricDefinition = metrics[name];
  if (dimension?.values.length === 0) {
    const schema = `{${Stack.of(scope).stackName},service,${dimension.name}}`;
    const expression = `SEARCH('${schema} MetricName="${metricName}"', 'Sum', 300)`;
    return [new MathExpression({ expression, usingMetrics: {}, label: '' })];
  }
  return (dimension?.values ?? []).map((value) => stageMetric(scope, name, 'Sum', { dimension: value }));
}
