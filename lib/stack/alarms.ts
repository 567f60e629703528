import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';

export interface AlarmsProps {
  readonly api: RestApi;
  readonly workflow: StateMachine;
  /** Of `jobs/recover`, which logs what it decides after each failed calculation. */
  readonly recoveryLog: ILogGroup;
  readonly importMeshes: IFunction;
  /** Events that no function could handle. */
  readonly lostEvents: IQueue;
  /** The functions that no client waits for; a throttled one of the others shows as a 5xx answer. */
  readonly workers: readonly IFunction[];
  readonly email: string;
}

const period = { period: Duration.minutes(5), statistic: 'Sum' };

/** What an operator is woken for, by mail. */
export class Alarms extends Construct {
  /** Answers of the API with a status from 500 on. */
  readonly serverErrors: Alarm;
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#topic = this.#makeTopic(props.email);

    const executions = sum({
      failed: props.workflow.metricFailed(period),
      timedOut: props.workflow.metricTimedOut(period),
    });
    this.#alarm('FailedExecutions', 'Route calculations ended without an answer', executions);
    this.#alarm(
      'GivenUpRoutes',
      'Route calculations failed and were given up',
      this.#givenUp(props.recoveryLog),
    );
    this.serverErrors = this.#alarm(
      'ServerErrors',
      'The API answered 5xx',
      props.api.metricServerError(period),
      5,
    );
    this.#alarm('ImportErrors', 'The import of meshes failed', props.importMeshes.metricErrors(period));
    const lost = props.lostEvents.metricApproximateNumberOfMessagesVisible({
      ...period,
      statistic: 'Maximum',
    });
    this.#alarm('LostEvents', 'Events of executions that died could not be handled', lost);
    const throttles = props.workers.map((worker, i) => [`throttled${i}`, worker.metricThrottles(period)]);
    this.#alarm('Throttles', 'Lambda refused to start workers', sum(Object.fromEntries(throttles)));
  }

  #alarm(id: string, alarmDescription: string, metric: IMetric, threshold = 1): Alarm {
    const alarm = new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    return alarm;
  }

  /** Routes given up for another reason than that the sea has no way, or a point lies off the mesh. */
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
    // A topic with a policy of its own loses the default one, by which alarms may publish.
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
