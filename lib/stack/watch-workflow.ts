import { type CfnElement, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IVersion } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { InlineRole } from './inline-role.ts';
import { again, waitForServices } from './retries.ts';
import { serviceOfAccount } from './service-of-account.ts';
import { calculationTimeout, logAndTrace } from './workflow.ts';

export interface WatchWorkflowProps {
  /** Versions: an execution keeps the code with which it began. */
  readonly select: IVersion;
  readonly check: IVersion;
  /** Watches that are checked at the same time. */
  readonly concurrency: number;
  readonly logGroup: ILogGroup;
}

/**
 * One execution for each run of the import that brought new data, and for each watch that is made or follows another route:
 *
 *     Select        the watches that have not ended, or not long ago, or that one
 *     CheckWatches  each is checked in the new sea; one whose check keeps failing says so
 */
export class WatchWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, props: WatchWorkflowProps) {
    super(scope, id);
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      comment: 'Checks the watches when new data have come, and one that is made or follows another route',
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(definition(props))),
      stateMachineType: StateMachineType.STANDARD,
      timeout: Duration.hours(12),
      role: this.#role(props).withoutPolicyUpdates(),
      tracingEnabled: true,
      logs: { destination: props.logGroup, level: LogLevel.ALL, includeExecutionData: false },
    });
  }

  #role({ select, check }: WatchWorkflowProps): InlineRole {
    const lambdas = [select, check].map(({ lambda }) => lambda);
    const role = new InlineRole(this, 'Role', { assumedBy: serviceOfAccount('states.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: lambdas.map((each) => `${each.functionArn}:*`),
      }),
    );
    role.addToPolicy(logAndTrace());
    for (const each of lambdas) {
      const id = Stack.of(each).getLogicalId(each.node.defaultChild as CfnElement);
      const why = 'All versions of one function: running executions keep the version that they began with.';
      acknowledge(role, `AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`, why);
    }
    const noResources = 'Neither X-Ray nor the log deliveries of Step Functions have resources to name.';
    acknowledge(role, 'AwsSolutions-IAM5[Resource::*]', noResources);
    return role;
  }
}

function definition({ select, check, concurrency }: WatchWorkflowProps) {
  const invoke = (version: IVersion, payload: object, more: object) => ({
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Parameters: { FunctionName: version.functionArn, ...payload },
    TimeoutSeconds: calculationTimeout.toSeconds(),
    Retry: [waitForServices, again],
    ...more,
  });
  const watch = { 'watch_id.$': '$.watch_id' };
  return {
    StartAt: 'Select',
    States: {
      Select: invoke(
        select,
        { 'Payload.$': '$' },
        {
          ResultSelector: { 'ids.$': '$.Payload.watch_ids' },
          ResultPath: '$.watches',
          Next: 'CheckWatches',
        },
      ),
      CheckWatches: {
        Type: 'Map',
        ItemsPath: '$.watches.ids',
        ItemSelector: {
          'watch_id.$': '$$.Map.Item.Value',
          'bounds.$': '$.bounds',
          'began.$': '$$.Execution.StartTime',
        },
        MaxConcurrency: concurrency,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'INLINE' },
          StartAt: 'Check',
          States: {
            Check: invoke(
              check,
              { Payload: { ...watch, 'bounds.$': '$.bounds' } },
              {
                ResultPath: null,
                Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'NoteFailure' }],
                Next: 'Checked',
              },
            ),
            NoteFailure: invoke(
              check,
              { Payload: { ...watch, 'failure.$': '$.failure', 'began.$': '$.began' } },
              {
                ResultPath: null,
                // the other watches are checked all the same; what this one has to tell is told by its next check
                Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Checked' }],
                Next: 'Checked',
              },
            ),
            Checked: { Type: 'Succeed' },
          },
        },
        ResultPath: null,
        End: true,
      },
    },
  };
}
