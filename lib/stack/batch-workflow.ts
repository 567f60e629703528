import { ArnFormat, type CfnElement, Duration, Stack } from 'aws-cdk-lib';
import { Policy, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { IVersion } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { InlineRole } from './inline-role.ts';
import { again, waitForServices } from './retries.ts';
import { serviceOfAccount } from './service-of-account.ts';
import { calculationTimeout, logAndTrace } from './workflow.ts';

/** The functions of the workflow, as versions: an execution keeps the code with which it began. */
export interface BatchFunctions {
  readonly admit: IVersion;
  readonly expand: IVersion;
  readonly calculate: IVersion;
  readonly price: IVersion;
  readonly publish: IVersion;
}

export interface BatchWorkflowProps {
  readonly functions: BatchFunctions;
  readonly bucket: Bucket;
  /** Children that run at the same time. */
  readonly concurrency: number;
  readonly logGroup: ILogGroup;
}

/** A child's state holds its lines, and what a crash says; a state has 256 KiB. */
const MAX_BYTES_PER_CHILD = 200_000;
/** Between two looks at whether a batch may begin. */
const WAIT_SECONDS = 30;
/** Crashes in a row after which a child is given up: also the one that only notes a line that crashed thrice. */
const MOST_CRASHES = 6;

/**
 * One execution per batch. Its children are STANDARD executions, each with lines of one mesh:
 *
 *     Admit ⇄ WaitForOthers         three batches of a requester run at once
 *     Expand                        lines are read, checked and sorted
 *     PlanLines (distributed)       Calculate until all lines of the child are answered; after a crash with fewer at a time
 *     PriceRoutes (distributed)     of a study over meshes: each mesh prices the routes of all
 *     Publish                       summary, spread, SUCCESS
 */
export class BatchWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, props: BatchWorkflowProps) {
    super(scope, id);
    const role = this.#role(props);
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      comment: 'Plans the lines of a batch',
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(definition(props))),
      stateMachineType: StateMachineType.STANDARD,
      timeout: Duration.days(7),
      role: role.withoutPolicyUpdates(),
      tracingEnabled: true,
      logs: { destination: props.logGroup, level: LogLevel.ALL, includeExecutionData: false },
    });
    this.#allowChildren(role);
  }

  #role({ functions, bucket }: BatchWorkflowProps): Role {
    const lambdas = Object.values(functions).map(({ lambda }: IVersion) => lambda);
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: lambdas.map((each) => `${each.functionArn}:*`),
    });
    const objects = new PolicyStatement({
      actions: ['s3:GetObject', 's3:PutObject'],
      resources: [bucket.arnForObjects('batches/*')],
    });
    const role = new InlineRole(this, 'Role', { assumedBy: serviceOfAccount('states.amazonaws.com') });
    for (const statement of [invoke, objects, logAndTrace()]) role.addToPolicy(statement);
    for (const each of lambdas) {
      const id = Stack.of(each).getLogicalId(each.node.defaultChild as CfnElement);
      const why = 'All versions of one function: running executions keep the version that they began with.';
      acknowledge(role, `AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`, why);
    }
    if (bucket.encryptionKey) {
      const actions = ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:DescribeKey'];
      role.addToPolicy(new PolicyStatement({ actions, resources: [bucket.encryptionKey.keyArn] }));
    }
    const id = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnElement);
    acknowledge(
      role,
      `AwsSolutions-IAM5[Resource::<${id}.Arn>/batches/*]`,
      'Every batch has objects of its own.',
    );
    const noResources = 'Neither X-Ray nor the log deliveries of Step Functions have resources to name.';
    acknowledge(role, 'AwsSolutions-IAM5[Resource::*]', noResources);
    return role;
  }

  /** What the map needs to start children, and to watch and stop them. The role can't name the machine, which names the role. */
  #allowChildren(role: Role): void {
    const { stateMachineArn, stateMachineName } = this.stateMachine;
    const executions = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const children = new Policy(this, 'Children', {
      roles: [role],
      statements: [
        new PolicyStatement({ actions: ['states:StartExecution'], resources: [stateMachineArn] }),
        new PolicyStatement({
          actions: ['states:DescribeExecution', 'states:StopExecution'],
          resources: [executions],
        }),
      ],
    });
    const machine = Stack.of(this).getLogicalId(this.stateMachine.node.defaultChild as CfnElement);
    const arn = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${machine}.Name>:*`;
    acknowledge(children, `AwsSolutions-IAM5[Resource::${arn}]`, 'Executions are named after batches.');
  }
}

function definition({ functions, bucket, concurrency }: BatchWorkflowProps) {
  const invoke = (version: IVersion, payload: object, more: object) => ({
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Parameters: { FunctionName: version.functionArn, Payload: payload },
    TimeoutSeconds: calculationTimeout.toSeconds(),
    Retry: [waitForServices, again],
    ...more,
  });
  const batch = { 'batch_id.$': '$.batch_id' };
  const folder = "States.Format('batches/{}";
  const object = (name: string) => ({
    Bucket: bucket.bucketName,
    'Key.$': `${folder}/${name}', $.batch_id)`,
  });
  const eachOf = (name: string, maxItems: object) => ({
    Type: 'Map',
    Label: name.replace(/\..*/, ''),
    ItemReader: {
      Resource: 'arn:aws:states:::s3:getObject',
      ReaderConfig: { InputType: 'JSONL' },
      Parameters: object(name),
    },
    ItemBatcher: { ...maxItems, MaxInputBytesPerBatch: MAX_BYTES_PER_CHILD, BatchInput: batch },
    MaxConcurrency: concurrency,
    // what was not answered is counted by Publish
    ToleratedFailurePercentage: 100,
    ResultWriter: {
      Resource: 'arn:aws:states:::s3:putObject',
      Parameters: { Bucket: bucket.bucketName, 'Prefix.$': `${folder}/runs', $.batch_id)` },
    },
    ResultPath: null,
  });
  const child = { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' };
  return {
    StartAt: 'Admit',
    States: {
      Admit: invoke(functions.admit, batch, {
        ResultSelector: { 'next.$': '$.Payload.next' },
        ResultPath: '$.admission',
        Next: 'MayBegin',
      }),
      MayBegin: {
        Type: 'Choice',
        Choices: [
          { Variable: '$.admission.next', StringEquals: 'run', Next: 'Expand' },
          { Variable: '$.admission.next', StringEquals: 'wait', Next: 'WaitForOthers' },
        ],
        Default: 'Over',
      },
      WaitForOthers: { Type: 'Wait', Seconds: WAIT_SECONDS, Next: 'Admit' },
      Expand: invoke(functions.expand, batch, {
        ResultSelector: {
          'items.$': '$.Payload.items',
          'per_child.$': '$.Payload.per_child',
          'prices.$': '$.Payload.prices',
          'over.$': '$.Payload.over',
        },
        ResultPath: '$.expanded',
        Next: 'HasLines',
      }),
      HasLines: {
        Type: 'Choice',
        Choices: [
          { Variable: '$.expanded.over', BooleanEquals: true, Next: 'Over' },
          { Variable: '$.expanded.items', NumericGreaterThan: 0, Next: 'PlanLines' },
        ],
        Default: 'Publish',
      },
      PlanLines: {
        ...eachOf('items.jsonl', { MaxItemsPerBatchPath: '$.expanded.per_child' }),
        ItemProcessor: { ProcessorConfig: child, ...planStates(functions.calculate) },
        Next: 'HasPrices',
      },
      HasPrices: {
        Type: 'Choice',
        Choices: [{ Variable: '$.expanded.prices', BooleanEquals: true, Next: 'PriceRoutes' }],
        Default: 'Publish',
      },
      PriceRoutes: {
        ...eachOf('meshes.jsonl', { MaxItemsPerBatch: 1 }),
        ItemProcessor: {
          ProcessorConfig: child,
          StartAt: 'Price',
          States: {
            Price: invoke(
              functions.price,
              { 'batch_id.$': '$.BatchInput.batch_id', 'meshes.$': '$.Items' },
              { ResultPath: null, OutputPath: '$.BatchInput', End: true },
            ),
          },
        },
        Next: 'Publish',
      },
      Publish: invoke(
        functions.publish,
        { ...batch, 'prices.$': '$.expanded.prices' },
        { ResultPath: null, Next: 'Over' },
      ),
      Over: { Type: 'Succeed' },
    },
  };
}

/** A child: it plans its lines, in one invocation after the other. */
function planStates(calculate: IVersion) {
  return {
    StartAt: 'Begin',
    States: {
      Begin: {
        Type: 'Pass',
        Result: { next: 0, crashes: 0, done: false },
        ResultPath: '$.progress',
        Next: 'Calculate',
      },
      Calculate: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Parameters: {
          FunctionName: calculate.functionArn,
          Payload: {
            'batch_id.$': '$.BatchInput.batch_id',
            'child.$': '$$.Execution.Name',
            'items.$': '$.Items',
            'progress.$': '$.progress',
          },
        },
        TimeoutSeconds: calculationTimeout.toSeconds(),
        ResultSelector: {
          'next.$': '$.Payload.next',
          'crashes.$': '$.Payload.crashes',
          'done.$': '$.Payload.done',
        },
        ResultPath: '$.progress',
        Retry: [waitForServices],
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.crash', Next: 'CountCrash' }],
        Next: 'IsDone',
      },
      IsDone: {
        Type: 'Choice',
        Choices: [{ Variable: '$.progress.done', BooleanEquals: true, Next: 'Answered' }],
        Default: 'Calculate',
      },
      CountCrash: {
        Type: 'Pass',
        Parameters: {
          'next.$': '$.progress.next',
          'crashes.$': 'States.MathAdd($.progress.crashes, 1)',
          done: false,
        },
        ResultPath: '$.progress',
        Next: 'IsHopeless',
      },
      IsHopeless: {
        Type: 'Choice',
        Choices: [{ Variable: '$.progress.crashes', NumericGreaterThan: MOST_CRASHES, Next: 'GivenUp' }],
        Default: 'Calculate',
      },
      GivenUp: { Type: 'Fail', ErrorPath: '$.crash.Error', CausePath: '$.crash.Cause' },
      Answered: { Type: 'Pass', OutputPath: '$.progress', End: true },
    },
  };
}
