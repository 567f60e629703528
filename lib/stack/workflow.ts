import { type CfnElement, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IVersion } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  CfnStateMachineAlias,
  CfnStateMachineVersion,
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
import { transientNames } from '../jobs/transient-failures.ts';
import { acknowledge } from './acknowledge.ts';
import { serviceOfAccount } from './service-of-account.ts';

/** One calculation may take as long as a Lambda can run. */
export const calculationTimeout = Duration.minutes(15);

/** Lambda refuses an invocation because too many functions run at once. */
const throttled = 'Lambda.TooManyRequestsException';

/** Errors with a transient cause: of the invocation of a Lambda, or of a call that the Lambda made. */
const transientErrors = ['Lambda.Unknown', ...transientNames];

/**
 * Retries for about two hours: 240 random waits with a mean of half a minute, so that executions that were
 * throttled together spread out. Each retry adds three events to the execution's history, which has at most
 * 25,000.
 */
const forTwoHours = {
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxDelay: Duration.minutes(1),
  maxAttempts: 240,
  jitterStrategy: JitterType.FULL,
};

export interface RouteWorkflowProps {
  /**
   * Versions, not functions: an execution that runs during a deployment keeps the code with which it started.
   */
  readonly calculate: IVersion;
  readonly recover: IVersion;
  readonly logRetentionDays: RetentionDays;
  /** Whether logs are kept when the stack is removed. */
  readonly keepLogs: boolean;
}

/**
 * One execution per route request. Its state contains a job, a list of meshes and the position in it. After a
 * failure `jobs/recover` decides what to do next, so that the rule is written and tested in one place. Only
 * if Lambda has no capacity for a calculation does the workflow itself wait: another Lambda could not run
 * then either.
 *
 *     CalculateRoute ──→ RouteStored
 *        │   ↑   ↑
 *     failed │   └── WaitBeforeRetry ←─┐
 *        ↓   └── next mesh ────────────┤
 *     RecoverFromFailure ──→ ChooseRecovery ──→ NoRoute
 */
export class RouteWorkflow extends Construct {
  readonly stateMachine: StateMachine;
  readonly logGroup: LogGroup;
  /** What starts executions. A version of the state machine names versions of the functions, so it is all of their code. */
  readonly alias: CfnStateMachineAlias;

  constructor(scope: Construct, id: string, props: RouteWorkflowProps) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Logs', {
      // With this prefix, a log does not count towards the size limit of the account's log delivery policy.
      logGroupName: `/aws/vendedlogs/states/${Stack.of(this).stackName}`,
      retention: props.logRetentionDays,
      // of a first deployment that failed it goes, because the next one could not make a log of the same name
      removalPolicy: props.keepLogs ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      comment: 'Calculates one route, on one mesh after the other',
      definitionBody: DefinitionBody.fromChainable(this.#definition(props)),
      stateMachineType: StateMachineType.STANDARD,
      timeout: Duration.hours(12), // two hours of throttling, and three calculations on each of ten meshes
      role: this.#role(props),
      tracingEnabled: true,
      logs: { destination: this.logGroup, level: LogLevel.ALL, includeExecutionData: false },
    });
    this.alias = this.#alias();
  }

  /** Goes to the new version at once; gradual-deployment.ts makes it slower. */
  #alias(): CfnStateMachineAlias {
    const version = new CfnStateMachineVersion(this, 'Version', {
      stateMachineArn: this.stateMachine.stateMachineArn,
      // a new revision, and so a new version, with every change of the definition
      stateMachineRevisionId: this.stateMachine.stateMachineRevisionId,
    });
    // Earlier versions stay, so that the alias can go back to them; that of a deployment that failed goes, and executions
    // that began with it run on.
    version.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return new CfnStateMachineAlias(this, 'Live', {
      name: 'live',
      deploymentPreference: { type: 'ALL_AT_ONCE', stateMachineVersionArn: version.attrArn },
    });
  }

  #definition({ calculate, recover }: RouteWorkflowProps): LambdaInvoke {
    const calculateRoute = new LambdaInvoke(this, 'CalculateRoute', {
      lambdaFunction: calculate,
      payload: TaskInput.fromJsonPathAt('$'),
      resultPath: JsonPath.DISCARD,
      taskTimeout: Timeout.duration(calculationTimeout),
      retryOnServiceExceptions: false, // a retry goes through recovery, which writes the job's status RETRY first
    });
    calculateRoute.addRetry({ errors: [throttled], ...forTwoHours });
    const recoverFromFailure = new LambdaInvoke(this, 'RecoverFromFailure', {
      lambdaFunction: recover,
      payload: TaskInput.fromJsonPathAt('$'),
      outputPath: '$.Payload',
      retryOnServiceExceptions: false,
    }).addRetry({ errors: transientErrors, ...forTwoHours });
    const waitBeforeRetry = new Wait(this, 'WaitBeforeRetry', {
      time: WaitTime.secondsPath('$.wait_seconds'),
    }).next(calculateRoute);
    // The job's record says why there is no route. An inaccessible route is not an error of the workflow.
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

  /**
   * Written here because the CDK's own policy would not let executions invoke the versions with which they
   * started.
   */
  #role({ calculate, recover }: RouteWorkflowProps) {
    const invoke = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [calculate, recover].map(({ lambda }) => `${lambda.functionArn}:*`),
    });
    const role = new Role(this, 'Role', {
      assumedBy: serviceOfAccount('states.amazonaws.com'),
      inlinePolicies: { Workflow: new PolicyDocument({ statements: [invoke, logAndTrace()] }) },
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

/** What a state machine needs to write its log and its traces. */
export const logAndTrace = () =>
  new PolicyStatement({
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
