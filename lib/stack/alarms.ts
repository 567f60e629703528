import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { NO_FAULT_OF_THE_SERVICE } from '../jobs/recovery.ts';
import { came, filled, type LimitedTables, percentOf, period, sum, throttledCalls } from './metric-math.ts';
import { stageMetric } from './stage-metrics.ts';

export interface AlarmsProps extends LimitedTables {
  readonly api: RestApi;
  /** The gateway's log: a line of JSON for each request. */
  readonly accessLogs: ILogGroup;
  readonly workflow: StateMachine;
  readonly batchWorkflow: StateMachine;
  readonly watchWorkflow: StateMachine;
  /** Of batches and watches: an alarm takes ten metrics. */
  readonly laterTables: LimitedTables;
  /** The function of a handler, by its id. */
  readonly functionOf: (handlerId: string) => LambdaFunction;
  /** The functions that no client waits for. If one of the others is throttled, it shows as a 5xx answer. */
  readonly workers: readonly IFunction[];
  /** What requests a route end to end, where that is asked for. */
  readonly canary: IFunction | undefined;
  /** Events that no function could handle. */
  readonly lostEvents: IQueue;
  /** Raises an alarm when the newest mesh is older. */
  readonly meshAlarmHours: number;
  readonly importIntervalMinutes: number;
  readonly email: string;
}

interface Condition {
  readonly metric: IMetric;
  /** The alarm is raised from this value on; default 1. */
  readonly threshold?: number;
  /** Raised below the threshold instead. */
  readonly isBelow?: true;
  /** Number of periods in a row; default 1. */
  readonly periods?: number;
  /** Whether the alarm is raised when there is no data at all. */
  readonly missingIsBad?: true;
}

/**
 * The workflow waits while the calculator is throttled; an alarm is raised only if the throttling does not
 * end.
 */
/** A thousand watches, five at a time, of three seconds each. */
const SLOW_CHECKS_MS = 10 * 60_000;
const LONG_QUEUE_MS = 10 * 60_000;
/** A route request is answered in a fraction of a second; three seconds mean that some part is slow. */
const SLOW_REQUEST_MS = 3000;
/** A part of all answers that is worth a look, per cent, and the number from which a part says something. */
const BAD_PERCENT = 1;
const FEW_ERRORS = 5;
const FEW_REFUSED = 20;
/** Where few call, a part says something of an hour only. */
const hour = { period: Duration.hours(1), statistic: 'Sum' };
const MOST_PERCENT = 50;
const FEW_ERRORS_AN_HOUR = 3;
/** The SDK repeats a throttled call, and a table grows with its load, so that a few in five minutes do no harm. */
const FEW_THROTTLED = 50;
/** A line that crashes is planned three times, and a mesh that is made again refuses a few. */
const FEW_CRASHES = 10;

/** The alarms that an operator receives by mail. docs/operations.md explains each one and what to do. */
export class Alarms extends Construct {
  /** Answers of the API with a status of 500 or more. */
  readonly serverErrors: Alarm;
  /** Executions that failed, and calculations that were given up. */
  readonly ofExecutions: readonly Alarm[];
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { api, accessLogs, workflow, functionOf, workers, lostEvents } = props;
    this.#topic = this.#makeTopic(props.email);

    this.serverErrors = this.#alarm('ServerErrors', 'The API answered 5xx', {
      metric: percentOf(api.metricServerError(period), api.metricCount(period), FEW_ERRORS),
      threshold: BAD_PERCENT,
    });
    this.#alarm('MostlyServerErrors', 'The API answered mostly 5xx for an hour', {
      metric: percentOf(api.metricServerError(hour), api.metricCount(hour), FEW_ERRORS_AN_HOUR, hour.period),
      threshold: MOST_PERCENT,
    });
    this.#alarm('RefusedRequests', 'The API refuses requests with 429', {
      metric: percentOf(this.#refused(accessLogs), api.metricCount(period), FEW_REFUSED),
      threshold: BAD_PERCENT,
      periods: 2,
    });
    this.#alarm('NoRequests', 'Nobody has called the API for a day', {
      metric: filled(api.metricCount(hour)),
      isBelow: true,
      periods: 24,
      missingIsBad: true,
    });
    this.#alarm('SlowRequests', 'Route requests are answered slowly', {
      metric: filled(functionOf('routes/request').metricDuration({ ...period, statistic: 'p99' })),
      threshold: SLOW_REQUEST_MS,
      periods: 3,
    });
    const failedExecutions = this.#alarm('FailedExecutions', 'Route calculations ended without an answer', {
      metric: sum({ failed: workflow.metricFailed(period), timedOut: workflow.metricTimedOut(period) }),
    });
    const givenUpRoutes = this.#alarm('GivenUpRoutes', 'Route calculations failed and were given up', {
      metric: filled(this.#givenUp(functionOf('jobs/recover').logGroup)),
    });
    this.ofExecutions = [failedExecutions, givenUpRoutes];
    this.#alarm('LongQueue', 'Jobs wait long for their calculation', {
      metric: filled(stageMetric(this, 'queueTime', 'Maximum')),
      threshold: LONG_QUEUE_MS,
    });
    this.#alarm('SweepErrors', 'The sweep of stuck jobs fails', {
      metric: filled(functionOf('jobs/sweep').metricErrors(period)),
      periods: 2,
    });
    this.#alarm('NoSweep', 'The sweep of stuck jobs does not run', {
      metric: filled(functionOf('jobs/sweep').metricInvocations(period)),
      isBelow: true,
      periods: 2,
      missingIsBad: true,
    });
    for (const kind of ['Read', 'Write'] as const) {
      this.#alarm(`Throttled${kind}s`, `DynamoDB refuses ${kind.toLowerCase()}s`, {
        metric: throttledCalls(kind, props),
        threshold: FEW_THROTTLED,
        periods: 2,
      });
    }
    this.#alarm('LostEvents', 'Events about executions could not be handled', {
      metric: filled(
        lostEvents.metricApproximateNumberOfMessagesVisible({ ...period, statistic: 'Maximum' }),
      ),
    });
    this.#alarm('ImportErrors', 'The import of meshes failed', {
      metric: sum({
        run: functionOf('meshes/import').metricErrors(period),
        files: stageMetric(this, 'importedFiles', 'Sum', { dimension: 'failed' }),
      }),
    });
    this.#alarm('RefusedMeshes', 'Mesh or metadata files were refused', {
      metric: filled(stageMetric(this, 'importedFiles', 'Sum', { dimension: 'refused' })),
    });
    this.#alarm('OldMeshes', `The newest mesh is older than ${props.meshAlarmHours} hours`, {
      metric: filled(
        stageMetric(this, 'newestMeshAge', 'Minimum', { period: Duration.hours(1) }),
        props.meshAlarmHours,
      ),
      threshold: props.meshAlarmHours,
      periods: 1 + Math.ceil(props.importIntervalMinutes / 60), // only a run of the import says the age
      missingIsBad: true,
    });
    if (props.canary)
      this.#alarm('Canary', 'A route that is requested end to end does not come', {
        metric: came(props.canary),
        isBelow: true,
        periods: 2,
        missingIsBad: true,
      });
    this.#ofBatches(props);
    this.#ofWatches(props.watchWorkflow);
    const throttles = workers.map((worker, i) => [`throttled${i}`, worker.metricThrottles(period)]);
    this.#alarm('Throttles', 'Lambda refused to start workers', {
      metric: sum(Object.fromEntries(throttles)),
    });
  }

  #ofBatches({ batchWorkflow, laterTables, functionOf }: AlarmsProps): void {
    this.#alarm('FailedBatches', 'Batches ended without an answer', {
      metric: sum({
        failed: batchWorkflow.metricFailed(period),
        timedOut: batchWorkflow.metricTimedOut(period),
      }),
    });
    this.#alarm('BatchCrashes', 'Calculations of batches crash', {
      metric: filled(functionOf('batches/calculate').metricErrors(period)),
      threshold: FEW_CRASHES,
      periods: 2,
    });
    for (const kind of ['Read', 'Write'] as const) {
      this.#alarm(`ThrottledBatch${kind}s`, `DynamoDB refuses ${kind.toLowerCase()}s of batches or watches`, {
        metric: throttledCalls(kind, laterTables),
        threshold: FEW_THROTTLED,
        periods: 2,
      });
    }
  }

  #ofWatches(workflow: StateMachine): void {
    this.#alarm('FailedWatchChecks', 'Watches could not be checked', {
      metric: sum({
        checks: stageMetric(this, 'failedWatchChecks', 'Sum'),
        failed: workflow.metricFailed(period),
        timedOut: workflow.metricTimedOut(period),
      }),
    });
    this.#alarm('SlowWatchChecks', 'Watches are not through ten minutes after new data came', {
      metric: filled(workflow.metricTime({ ...period, statistic: 'Maximum' })),
      threshold: SLOW_CHECKS_MS,
    });
  }

  #alarm(id: string, alarmDescription: string, condition: Condition): Alarm {
    const { metric, threshold = 1, isBelow, periods = 1, missingIsBad } = condition;
    const alarm = new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold,
      ...(isBelow && { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }),
      evaluationPeriods: periods,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    alarm.addOkAction(new SnsAction(this.#topic));
    return alarm;
  }

  /** Routes that failed for another reason than the sea or what was asked for. */
  #givenUp(logGroup: ILogGroup): Metric {
    const filter = new MetricFilter(this, 'GivenUp', {
      logGroup,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.next', '=', 'give_up'),
        ...NO_FAULT_OF_THE_SERVICE.map((name) => FilterPattern.stringValue('$.failure.Error', '!=', name)),
      ),
      metricNamespace: Stack.of(this).stackName,
      metricName: 'GivenUpRoutes',
    });
    return filter.metric(period);
  }

  /** Answers of the gateway that the stage's or a key's limit is reached. */
  #refused(logGroup: ILogGroup): IMetric {
    const filter = new MetricFilter(this, 'Refused', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
      metricNamespace: Stack.of(this).stackName,
      metricName: 'RefusedRequests',
    });
    return filter.metric(period);
  }

  #makeTopic(email: string): Topic {
    const topic = new Topic(this, 'Topic', { displayName: 'Polynya alarms', enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    // A topic with its own policy loses the default one, which allows alarms to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': topic.stack.account } },
      }),
    );
    return topic;
  }
}
