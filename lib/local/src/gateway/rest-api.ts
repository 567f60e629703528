import { LocalStackError } from '../errors.ts';
import type { Properties, ResolvedStack } from '../resolved-stack.ts';
import { readThrottle, type Throttle } from './token-bucket.ts';

/** A method of a resource. */
export interface Method {
  readonly httpMethod: string;
  readonly integration: Properties;
  /** ARN of the function of a Lambda proxy integration; undefined for a mock. */
  readonly functionArn: string | undefined;
  readonly timeoutMs: number;
  readonly authorization: 'NONE' | 'AWS_IAM';
  readonly needsKey: boolean;
}

/** A resource with methods, for example `/api/vehicle/{vessel_type}`. */
export interface Route {
  readonly resource: string;
  readonly resourceId: string;
  /** For example `api`, `vehicle`, `{vessel_type}`; a final `{proxy+}` matches all remaining segments. */
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, Method>;
}

export interface GatewayResponse {
  readonly statusCode: number | undefined;
  readonly templates: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A REST API with its only stage, as described in a template. */
export interface RestApi {
  readonly id: string;
  readonly stage: string;
  readonly stageVariables: Readonly<Record<string, string>> | null;
  readonly routes: readonly Route[];
  readonly responses: ReadonlyMap<string, GatewayResponse>;
  readonly binaryMediaTypes: readonly string[];
  readonly throttle: Throttle | undefined;
}

const DEFAULT_TIMEOUT_MS = 29_000;

/** Reads the stack's REST API; undefined when it has none. */
export function readRestApi(stack: ResolvedStack): RestApi | undefined {
  const apis = stack.ofType('AWS::ApiGateway::RestApi');
  const stages = stack.ofType('AWS::ApiGateway::Stage');
  const [api] = apis;
  if (!api) return undefined;
  const [stage] = stages;
  if (apis.length !== 1 || stages.length !== 1 || !stage) {
    throw new LocalStackError(
      `Local mode runs one REST API with one stage, not ${apis.length} with ${stages.length}.`,
    );
  }
  const settings: Properties | undefined = stage.properties.MethodSettings?.find(
    ({ ResourcePath, HttpMethod }: Properties) => ResourcePath === '/*' && HttpMethod === '*',
  );
  return {
    id: api.identity.ref,
    stage: stage.identity.ref,
    stageVariables: stage.properties.Variables ?? null,
    routes: readRoutes(stack, api.identity.attributes.RootResourceId!),
    responses: readResponses(stack),
    binaryMediaTypes: api.properties.BinaryMediaTypes ?? [],
    throttle: readThrottle(settings?.ThrottlingRateLimit, settings?.ThrottlingBurstLimit),
  };
}

function readRoutes(stack: ResolvedStack, rootId: string): Route[] {
  const parents = new Map<string, { parent: string; part: string }>();
  for (const { identity, properties } of stack.ofType('AWS::ApiGateway::Resource')) {
    parents.set(identity.ref, { parent: properties.ParentId, part: properties.PathPart });
  }
  const segmentsOf = (id: string): string[] => {
    const resource = parents.get(id);
    return resource ? [...segmentsOf(resource.parent), resource.part] : [];
  };
  const methodsOf = new Map<string, Map<string, Method>>();
  for (const { logicalId, properties } of stack.ofType('AWS::ApiGateway::Method')) {
    const methods = methodsOf.get(properties.ResourceId) ?? new Map<string, Method>();
    methods.set(properties.HttpMethod, readMethod(logicalId, properties));
    methodsOf.set(properties.ResourceId, methods);
  }
  return [rootId, ...parents.keys()].flatMap((resourceId) => {
    const methods = methodsOf.get(resourceId);
    const segments = segmentsOf(resourceId);
    return methods ? [{ resource: `/${segments.join('/')}`, resourceId, segments, methods }] : [];
  });
}

function readMethod(logicalId: string, properties: Properties): Method {
  const integration: Properties = properties.Integration ?? {};
  const functionArn = /\/functions\/(arn:aws:lambda:[^/]+)\/invocations$/.exec(integration.Uri ?? '')?.[1];
  if (integration.Type !== 'MOCK' && !(integration.Type === 'AWS_PROXY' && functionArn)) {
    throw new LocalStackError(
      `The method ${logicalId} is neither a Lambda proxy nor a mock, the two that local mode runs.`,
    );
  }
  const authorization = properties.AuthorizationType ?? 'NONE';
  if (authorization !== 'NONE' && authorization !== 'AWS_IAM') {
    throw new LocalStackError(
      `The method ${logicalId} has ${authorization} authorization; local mode checks API keys and AWS_IAM.`,
    );
  }
  return {
    authorization,
    needsKey: properties.ApiKeyRequired === true,
    httpMethod: properties.HttpMethod,
    integration,
    functionArn,
    timeoutMs: integration.TimeoutInMillis ?? DEFAULT_TIMEOUT_MS,
  };
}

function readResponses(stack: ResolvedStack): Map<string, GatewayResponse> {
  return new Map(
    stack.ofType('AWS::ApiGateway::GatewayResponse').map(({ properties }) => [
      properties.ResponseType,
      {
        statusCode: properties.StatusCode && Number(properties.StatusCode),
        templates: properties.ResponseTemplates ?? {},
        headers: staticHeaders(properties.ResponseParameters ?? {}, 'gatewayresponse.header.'),
      },
    ]),
  );
}

/** Headers, by lower-case name, of a parameter mapping whose values are literals, in single quotes: `'…'`. */
export function staticHeaders(parameters: Record<string, string>, prefix: string): Record<string, string> {
  const entries = Object.entries(parameters).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.slice(prefix.length).toLowerCase(),
      value.replace(/^'(.*)'$/s, '$1'),
    ]),
  );
}
