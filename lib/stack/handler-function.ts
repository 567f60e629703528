import { ArnFormat, type CfnElement, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Alias,
  Architecture,
  type Code,
  type FunctionOptions,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { InlineRole } from './inline-role.ts';
import { serviceOfAccount } from './service-of-account.ts';
import type { RouteWorkflow } from './workflow.ts';

/** Actions of Step Functions whose resource is the state machine, not one of its executions. */
const MACHINE_ACTIONS = ['StartExecution', 'ListExecutions', 'DescribeStateMachine'];

/** Options of Node.js for all functions. */
export const NODE_OPTIONS = '--enable-source-maps';

/** Settings shared by all functions of a stack. */
export interface HandlerDefaults {
  /** The bundle of a function, by its id (`vehicles/read`), and the module in it that has the handler. */
  readonly code: (id: string) => { readonly code: Code; readonly module: string };
  readonly logRetentionDays: RetentionDays;
  /** Whether logs are kept when the stack is removed. */
  readonly keepLogs: boolean;
}

export interface HandlerFunctionProps extends HandlerDefaults, FunctionOptions {
  /** Whether a deployment may shift traffic gradually to new code. */
  readonly shiftsTraffic: boolean;
  /** `vehicles/read`. */
  readonly functionId: string;
}

/**
 * A Lambda with our default settings, a role that may only log and trace, and methods that bind a resource to
 * it. Each method grants exactly the given actions and sets the environment variable that names the resource.
 */
export class HandlerFunction extends Construct {
  readonly function: LambdaFunction;
  /** Lets traffic shift from one version to the next; absent if traffic does not shift gradually. */
  readonly alias: Alias | undefined;

  constructor(
    scope: Construct,
    id: string,
    { functionId, code, logRetentionDays, keepLogs, shiftsTraffic, ...props }: HandlerFunctionProps,
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: logRetentionDays,
      removalPolicy: keepLogs ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    const role = new InlineRole(this, 'Role', { assumedBy: serviceOfAccount('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const bundle = code(functionId);
    this.function = new LambdaFunction(this, 'Function', {
      description: `Polynya ${functionId}`,
      code: bundle.code,
      handler: `${bundle.module}.handler`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: Duration.seconds(10),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      // Earlier versions stay for the executions that run them, and for the alias to go back to: not to that of a
      // deployment that failed.
      currentVersionOptions: {
        removalPolicy: shiftsTraffic ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.RETAIN,
      },
      ...props,
      environment: {
        NODE_OPTIONS,
        POWERTOOLS_SERVICE_NAME: 'polynya',
        ...props.environment,
      },
    });
    if (shiftsTraffic) {
      this.alias = new Alias(this, 'Live', {
        aliasName: 'live',
        version: this.function.currentVersion as IVersion,
      });
    }
    this.#acknowledgeWildcard('*', 'X-Ray has no resources to name.');
  }

  /** The code that is deployed now. */
  get version(): IVersion {
    return this.function.currentVersion as IVersion; // role: undefined here, absent in the interface
  }

  /** What callers invoke. */
  get invoked(): IFunction {
    return (this.alias as IFunction | undefined) ?? this.function;
  }

  set(environment: Record<string, string>): this {
    for (const [name, value] of Object.entries(environment)) this.function.addEnvironment(name, value);
    return this;
  }

  /** Lets the handler record metrics (lib/aws/metrics.ts), in a namespace named after the stack. */
  recordMetrics(): this {
    return this.set({ POWERTOOLS_METRICS_NAMESPACE: Stack.of(this).stackName });
  }

  /** Binds a table: `actions` on its items, `Query` on each of `indexes`. */
  useTable(
    variable: string,
    table: Table,
    actions: readonly string[],
    indexes: readonly string[] = [],
  ): this {
    this.#allow('dynamodb', actions, [table.tableArn]);
    const indexArns = indexes.map((index) => `${table.tableArn}/index/${index}`);
    this.#allow('dynamodb', ['Query'], indexArns);
    this.#allowKey(table.encryptionKey);
    return this.set({ [variable]: table.tableName });
  }

  /** Binds the objects of a bucket below `prefix` (all objects if it is empty). */
  useObjects(variable: string, bucket: Bucket, actions: readonly string[], prefix = ''): this {
    this.#allow('s3', actions, [bucket.arnForObjects(`${prefix}*`)]);
    this.#allowKey(bucket.encryptionKey);
    const id = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnElement);
    this.#acknowledgeWildcard(`<${id}.Arn>/${prefix}*`, 'The names of the objects are not known beforehand.');
    return this.set({ [variable]: bucket.bucketName });
  }

  /** Lets the function invoke another one. */
  useFunction(variable: string, { function: other }: HandlerFunction): this {
    this.#allow('lambda', ['InvokeFunction'], [other.functionArn]);
    return this.set({ [variable]: other.functionName });
  }

  /** Lets the function call operations of an API that asks for signatures. */
  callApi(resources: string[]): this {
    this.#allow('execute-api', ['Invoke'], resources);
    return this;
  }

  /** Lets the function read the value of an API key. */
  readApiKey(variable: string, id: string): this {
    const stack = Stack.of(this);
    const arn = stack.formatArn({
      service: 'apigateway',
      account: '',
      resource: '/apikeys',
      resourceName: id,
    });
    this.#allow('apigateway', ['GET'], [arn]);
    return this.set({ [variable]: id });
  }

  /** Lets the function list a bucket; a missing object can then be distinguished from a forbidden one. */
  listBucket(bucket: Bucket): this {
    this.#allow('s3', ['ListBucket'], [bucket.bucketArn]);
    return this;
  }

  /**
   * Binds the workflow: some actions apply to the state machine, all others to its executions. The variable names the
   * alias; permissions of an alias are those of its state machine.
   */
  useWorkflow(variable: string, { stateMachine, alias }: RouteWorkflow, actions: readonly string[]): this {
    return this.useMachine(variable, stateMachine, actions).set({ [variable]: alias.attrArn });
  }

  /** Binds a state machine that has no alias. */
  useMachine(variable: string, workflow: StateMachine, actions: readonly string[]): this {
    const ofMachine = actions.filter((action) => MACHINE_ACTIONS.includes(action));
    const ofExecutions = actions.filter((action) => !MACHINE_ACTIONS.includes(action));
    this.#allow('states', ofMachine, [workflow.stateMachineArn]);
    if (ofExecutions.length > 0) {
      const stack = Stack.of(workflow);
      const executions = stack.formatArn({
        service: 'states',
        resource: 'execution',
        resourceName: `${workflow.stateMachineName}:*`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
      this.#allow('states', ofExecutions, [executions]);
      const machine = stack.getLogicalId(workflow.node.defaultChild as CfnElement);
      const arn = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${machine}.Name>:*`;
      this.#acknowledgeWildcard(
        arn,
        'An execution is named after its job or batch, which is not known beforehand.',
      );
    }
    return this.set({ [variable]: workflow.stateMachineArn });
  }

  /** Lets the function publish to a topic. */
  useTopic(variable: string, topic: Topic): this {
    this.#allow('sns', ['Publish'], [topic.topicArn]);
    return this.set({ [variable]: topic.topicArn });
  }

  /** What is encrypted with a key of the operator is read and written with that key. */
  #allowKey(key: IKey | undefined): void {
    if (key) this.#allow('kms', ['Decrypt', 'Encrypt', 'GenerateDataKey', 'DescribeKey'], [key.keyArn]);
  }

  #acknowledgeWildcard(resource: string, reason: string): void {
    acknowledge(this.function.role!, `AwsSolutions-IAM5[Resource::${resource}]`, reason);
  }

  #allow(service: string, actions: readonly string[], resources: string[]): void {
    if (actions.length === 0 || resources.length === 0) return;
    this.function.addToRolePolicy(
      new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources }),
    );
  }
}
