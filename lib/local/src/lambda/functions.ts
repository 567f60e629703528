import { AwsError } from '../errors.ts';
import type { Principals } from '../iam/principals.ts';
import { REGION } from '../identities.ts';
import type { ResolvedResource, ResolvedStack } from '../resolved-stack.ts';
import { findBundle } from './bundle.ts';
import { type FunctionOptions, LocalFunction } from './local-function.ts';

export interface FunctionsOptions {
  readonly stack: ResolvedStack;
  readonly principals: Principals;
  /** Where the functions find AWS. */
  readonly awsUrl: string;
  readonly inlineFolder: string;
  readonly onLine: FunctionOptions['onLine'];
}

/** Every Lambda function of a stack. */
export class Functions {
  readonly #byName = new Map<string, LocalFunction>();
  readonly #byLogicalId = new Map<string, LocalFunction>();

  static async create(options: FunctionsOptions): Promise<Functions> {
    const functions = new Functions();
    for (const resource of options.stack.ofType('AWS::Lambda::Function')) {
      const local = new LocalFunction(await functionOptions(options, resource));
      functions.#byName.set(local.name, local);
      functions.#byLogicalId.set(resource.logicalId, local);
    }
    return functions;
  }

  /** By name, ARN (with or without a qualifier) or logical id. @throws AwsError when there is none */
  get(nameOrArn: string): LocalFunction {
    const name =
      /^arn:aws:lambda:[^:]*:[^:]*:function:([^:]+)/.exec(nameOrArn)?.[1] ?? nameOrArn.split(':')[0]!;
    const found = this.#byName.get(name) ?? this.#byLogicalId.get(name);
    if (!found) throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404);
    return found;
  }

  all(): LocalFunction[] {
    return [...this.#byName.values()];
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#byName.values()].map((each) => each.stop()));
  }
}

async function functionOptions(
  { stack, principals, awsUrl, inlineFolder, onLine }: FunctionsOptions,
  resource: ResolvedResource,
): Promise<FunctionOptions> {
  const { identity, properties } = resource;
  const name = identity.ref;
  const memoryMb = Number(properties.MemorySize ?? 128);
  const credentials = principals.issueCredentials(principals.principal(properties.Role, name));
  return {
    ...(await findBundle(stack, resource, inlineFolder)),
    name,
    arn: identity.attributes.Arn!,
    handler: String(properties.Handler),
    runtime: String(properties.Runtime),
    memoryMb,
    timeoutSeconds: Number(properties.Timeout ?? 3),
    reservedConcurrency: properties.ReservedConcurrentExecutions,
    asyncRetries: asyncRetries(stack, name),
    onLine,
    environment: {
      ...properties.Environment?.Variables,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_DEFAULT_REGION: REGION,
      AWS_ENDPOINT_URL: awsUrl,
      AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      AWS_REGION: REGION,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
      TZ: ':UTC',
      _HANDLER: String(properties.Handler),
    },
  };
}

/** Lambda's two, unless the template sets another number. */
function asyncRetries(stack: ResolvedStack, functionName: string): number {
  const config = stack
    .ofType('AWS::Lambda::EventInvokeConfig')
    .find(({ properties }) => properties.FunctionName === functionName);
  return config?.properties.MaximumRetryAttempts ?? 2;
}
