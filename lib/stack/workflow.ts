import { type CfnElement, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IVersion } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  Choice,
  Condition,
  DefinitionBody,
  Errors,
  JitterType,
  JsonPath,
  LogLevel,
  StateMachine,
  StateMachineType,
  Succeed,
  TaskInput,
  Timeout,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** One calculation may take as long as a Lambda may run. */
export const calculationTimeout = Duration.minutes(15);

/** What a Lambda invocation may fail with through no fault of ours or of the input. */
const passingLambdaErrors = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
  'Runtime.ExitError',
  'Sandbox.Timedout',
  Errors.TIMEOUT,
];

export interface RouteWorkflowProps {
  /** Versions, not functions: an execution that runs during a deployment keeps the code that it began with. */
  readonly calculate: IVersion;
  readonly recover: IVersion;
  readonly logRetentionDays: RetentionDays;
  /** Whether logs outlive the stack. */
  readonly keepLogs: boolean;
}

/**
 * One execution per route request. The state names a job, a list of meshes and the position in it; what happens
 * after a failure is decided by `jobs/recover`, so that the rule is written, and tested, in one place.
 *
 *     CalculateRoute ──→ RouteStored
 *        │   ↑   ↑
 *     failed │   └── WaitBeforeRetry ←─┐
 *        ↓   └── next mesh ────────────┤
 *     RecoverFromFailure ──→ ChooseRecovery ──→ NoRoute
 */
export class RouteWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, props: RouteWorkflowProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      // Under this prefix a log doesn't count against the size of the account's policy for log deliveries.
      logGroupName: `/aws/vendedlogs/states/${Stack.of(this).stackName}`,
      retention: props.logRetentionDays,
      removalPolicy: props.keepLogs ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      comment: 'Calculates one route, on one mesh after the other',
      definitionBody: DefinitionBody.fromChainable(this.#definition(props)),
      stateMachineType: StateMachineType.STANDARD,
      timeout: Duration.hours(2),
      role: this.#role(props),
      tracingEnabled: true,
      logs: { destination: logGroup, level: LogLevel.ALL, includeExecutionData: false },
    });
  }

  #definition({ calculate, recover }: RouteWorkflowProps): LambdaInvoke {
    const calculateRoute = new LambdaInvoke(this, 'CalculateRoute', {
      lambdaFunction: calculate,
      payload: TaskInput.fromJsonPathAt('$'),
      resultPath: JsonPath.DISCARD,
      taskTimeout: Timeout.duration(calculationTimeout),
      retryOnServiceExceptions: false, // every retry is the job's status RETRY first, so it goes through recovery
    });
    const recoverFromFailure = new LambdaInvoke(this, 'RecoverFromFailure', {
      lambdaFunction: recover,
      payload: TaskInput.fromJsonPathAt('$'),
      outputPath: '$.Payload',
      retryOnServiceExceptions: false,
    }).addRetry({
      errors: passingLambdaErrors,
      interval: Duration.seconds(2),
      backoffRate: 2,
      maxAttempts: 6,
      jitterStrategy: JitterType.FULL,
    });
    const waitBeforeRetry = new Wait(this, 'WaitBeforeRetry', {
      time: WaitTime.secondsPath('$.wait_seconds'),
    }).next(calculateRoute);
    // The job tells why there is no route; a sea without a way through is no fault of the workflow.
    const noRoute = new Succeed(this, 'NoRoute');
    const chooseRecovery = new Choice(this, 'ChooseRecovery')
      .when(Condition.stringEquals('$.next', 'retry'), waitBeforeRetry)
      .when(Condition.stringEquals('$.next', 'next_mesh'), calculateRoute)
      .otherwise(noRoute);

    calculateRoute.addCatch(recoverFromFailure.next(chooseRecovery), {
      errors: [Errors.ALL],
      resultPath: '$.failure',
    });
    calculateRoute.next(new Succeed(this, 'RouteStored'));
    return calculateRoute;
  }

  /** Written by hand: the CDK's own would not let executions invoke the versions that they began with. */
  #role({ calculate, recover }: RouteWorkflowProps) {
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [calculate, recover].map(({ lambda }) => `${lambda.functionArn}:*`),
    });
    const logAndTrace = new PolicyStatement({
      actions: [
        'logs:CreateLogDelivery',
        'logs:GetLogDelivery',
        'logs:UpdateLogDelivery',
        'logs:DeleteLogDelivery',
        'logs:ListLogDeliveries',
        'logs:PutResourcePolicy',
        'logs:DescribeResourcePolicies',
        'logs:DescribeLogGroups',
        'xray:PutTraceSegments',
        'xray:PutTelemetryRecords',
        'xray:GetSamplingRules',
        'xray:GetSamplingTargets',
      ],
      resources: ['*'],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: { Workflow: new PolicyDocument({ statements: [invoke, logAndTrace] }) },
    });
    for (const { lambda } of [calculate, recover]) {
      const id = Stack.of(lambda).getLogicalId(lambda.node.defaultChild as CfnElement);
      const why = 'All versions of one function: running executions keep the version that they began with.';
      acknowledge(role, `AwsSolutions-IAM5[Resource::<${id}.Arn>:*]`, why);
    }
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'Neither X-Ray nor the log deliveries of Step Functions have resources to name.',
    );
    return role.withoutPolicyUpdates();
  }
}
