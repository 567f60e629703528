import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { stageMetric } from './stage-metrics.ts';

export interface AlarmsProps {
  readonly api: RestApi;
  readonly workflow: StateMachine;
  /** The function of a handler, by its id. */
  readonly functionOf: (handlerId: string) => LambdaFunction;
  /** The functions that no client waits for. If one of the others is throttled, it shows as a 5xx answer. */
  readonly workers: readonly IFunction[];
  /** Events that no function could handle. */
  readonly lostEvents: IQueue;
  /** Raises an alarm when the newest mesh is older. */
  readonly meshAlarmHours: number;
  readonly email: string;
}

interface Condition {
  readonly metric: IMetric;
  /** The alarm is raised from this value on; default 1. */
  readonly threshold?: number;
  /** Number of periods in a row; default 1. */
  readonly periods?: number;
  /** Whether the alarm is raised when there is no data at all. */
  readonly missingIsBad?: true;
}

const period = { period: Duration.minutes(5), statistic: 'Sum' };
/**
 * The workflow waits while the calculator is throttled; an alarm is raised only if the throttling does not
 * end.
 */
const LONG_QUEUE_MS = 10 * 60_000;
/** A route request is answered in a fraction of a second; three seconds mean that some part is slow. */
const SLOW_REQUEST_MS = 3000;

/** The alarms that an operator receives by mail. docs/operations.md explains each one and what to do. */
export class Alarms extends Construct {
  /** Answers of the API with a status of 500 or more. */
  readonly serverErrors: Alarm;
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { api, workflow, functionOf, workers, lostEvents } = props;
    this.#topic = this.#makeTopic(props.email);

    this.serverErrors = this.#alarm('ServerErrors', 'The API answered 5xx', {
      metric: api.metricServerError(period),
      threshold: 5,
    });
    this.#alarm('SlowRequests', 'Route requests are answered slowly', {
      metric: functionOf('routes/request').metricDuration({ ...period, statistic: 'p99' }),
      threshold: SLOW_REQUEST_MS,
      periods: 3,
    });
    this.#alarm('FailedExecutions', 'Route calculations ended without an answer', {
      metric: sum({ failed: workflow.metricFailed(period), timedOut: workflow.metricTimedOut(period) }),
    });
    this.#alarm('GivenUpRoutes', 'Route calculations failed and were given up', {
      metric: this.#givenUp(functionOf('jobs/recover').logGroup),
    });
    this.#alarm('LongQueue', 'Jobs wait long for their calculation', {
      metric: stageMetric(this, 'queueTime', 'Maximum'),
      threshold: LONG_QUEUE_MS,
    });
    this.#alarm('SweepErrors', 'The sweep of stuck jobs fails', {
      metric: functionOf('jobs/sweep').metricErrors(period),
      periods: 2,
    });
    this.#alarm('LostEvents', 'Events about executions could not be handled', {
      metric: lostEvents.metricApproximateNumberOfMessagesVisible({ ...period, statistic: 'Maximum' }),
    });
    this.#alarm('ImportErrors', 'The import of meshes failed', {
      metric: sum({
        run: functionOf('meshes/import').metricErrors(period),
        files: stageMetric(this, 'importedFiles', 'Sum', { dimension: 'failed' }),
      }),
    });
    this.#alarm('RefusedMeshes', 'Mesh or metadata files were refused', {
      metric: stageMetric(this, 'importedFiles', 'Sum', { dimension: 'refused' }),
    });
    this.#alarm('OldMeshes', `The newest mesh is older than ${props.meshAlarmHours} hours`, {
      metric: stageMetric(this, 'newestMeshAge', 'Minimum', { period: Duration.hours(1) }),
      threshold: props.meshAlarmHours,
      periods: 2,
      missingIsBad: true,
    });
    const throttles = workers.map((worker, i) => [`throttled${i}`, worker.metricThrottles(period)]);
    this.#alarm('Throttles', 'Lambda refused to start workers', {
      metric: sum(Object.fromEntries(throttles)),
    });
  }

  #alarm(id: string, alarmDescription: string, condition: Condition): Alarm {
    const { metric, threshold = 1, periods = 1, missingIsBad } = condition;
    const alarm = new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods: periods,
      treatMissingData: missingIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    alarm.addOkAction(new SnsAction(this.#topic));
    return alarm;
  }

  /** Routes that failed for a reason other than that the sea has no way, or that a point is off the mesh. */
  #givenUp(logGroup: ILogGroup): IMetric {
    const filter = new MetricFilter(this, 'GivenUp', {
      logGroup,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.next', '=', 'give_up'),
        FilterPattern.stringValue('$.failure.Error', '!=', 'RouteInaccessible'),
        FilterPattern.stringValue('$.failure.Error', '!=', 'WaypointOutsideMesh'),
      ),
      metricNamespace: Stack.of(this).stackName,
      metricName: 'GivenUpRoutes',
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

function sum(usingMetrics: Record<string, IMetric>): MathExpression {
  return new MathExpression({
    expression: Object.keys(usingMetrics).join(' + '),
    usingMetrics,
    period: period.period,
  });
}
