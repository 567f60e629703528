import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface JobWatchProps {
  readonly workflow: StateMachine;
  readonly settle: LambdaFunction;
  readonly sweep: LambdaFunction;
}

/**
 * Makes sure that no job waits for something that will not happen. `jobs/settle` is called at once when an
 * execution has failed, timed out or been stopped. Every minute, `jobs/sweep` looks for jobs without such an
 * event, for example if an execution was never started.
 */
export class JobWatch extends Construct {
  /**
   * Events that `jobs/settle` could not handle. The sweeper settles their jobs; the event shows what went
   * wrong.
   */
  readonly lostEvents: Queue;

  constructor(scope: Construct, id: string, { workflow, settle, sweep }: JobWatchProps) {
    super(scope, id);
    this.lostEvents = new Queue(this, 'LostEvents', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.lostEvents, 'AwsSolutions-SQS3', 'It is the dead-letter queue itself.');
    settleOnEnd(this, {
      workflow,
      settle,
      lostEvents: this.lostEvents,
      description: 'Settles jobs whose execution failed, timed out or was stopped',
    });
    new Rule(this, 'SweepSchedule', {
      description: 'Settles jobs that wait for something that will not happen',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(sweep, { retryAttempts: 0 })], // the next run is the retry
    });
  }
}

interface BatchWatchProps {
  readonly workflow: StateMachine;
  readonly settle: LambdaFunction;
  readonly lostEvents: Queue;
}

/** Makes sure that a batch whose execution failed, timed out or was stopped ends too. */
export function watchBatches(scope: Construct, props: BatchWatchProps): void {
  const description = 'Settles batches whose execution failed, timed out or was stopped';
  settleOnEnd(new Construct(scope, 'BatchWatch'), { ...props, description });
}

function settleOnEnd(
  scope: Construct,
  { workflow, settle, lostEvents, description }: BatchWatchProps & { readonly description: string },
): void {
  // configureAsyncInvoke is not used, because it would grant more than sending.
  (settle.node.defaultChild as CfnFunction).deadLetterConfig = { targetArn: lostEvents.queueArn };
  settle.addToRolePolicy(
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [lostEvents.queueArn] }),
  );
  new Rule(scope, 'ExecutionStatusChange', {
    description,
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: {
        stateMachineArn: [workflow.stateMachineArn],
        status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
      },
    },
    targets: [new LambdaTarget(settle, { deadLetterQueue: lostEvents })],
  });
}
