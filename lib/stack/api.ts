import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AuthorizationType,
  type CfnRestApi,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  type MethodOptions,
  Period,
  RestApi,
  SecurityPolicy,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { methodsOf, type Operation, pathsOf } from '../api/operation.ts';
import { operations } from '../api/operations.ts';
import { acknowledge } from './acknowledge.ts';
import type { Config } from './config.ts';
import { FALLBACK, functionIdOf } from './functions.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import type { HandlerFunction } from './handler-function.ts';
import { addOutput } from './output.ts';

export interface HttpApiProps {
  readonly config: Config;
  /** The function that runs a handler: that of an operation, or the fallback. */
  readonly handler: (id: string) => HandlerFunction;
}

/**
 * The REST API, made from the definitions of the operations. A path passes all methods to the function that reads it, but
 * for those of its operations that have another function or other access; what no operation takes the function answers
 * with 405. All other paths are the fallback's (404).
 */
export class HttpApi extends Construct {
  readonly api: RestApi;
  /** A JSON line for each request, those included that never reach a handler; only in production. */
  readonly accessLogs: LogGroup | undefined;
  /** Id of the key with which the canary calls, where there is one and keys are asked for. */
  canaryKeyId: string | undefined;

  constructor(scope: Construct, id: string, { config, handler }: HttpApiProps) {
    super(scope, id);
    const isProduction = config.stage === 'production';
    this.accessLogs = isProduction ? this.#makeAccessLogs(config) : undefined;
    this.api = new RestApi(this, 'Api', {
      restApiName: `polynya-${config.stage}`,
      description: 'Polynya: routes and vehicles for ships in polar waters',
      endpointTypes: [EndpointType.REGIONAL],
      // One role for all APIs of an account and region lets API Gateway write logs.
      cloudWatchRole: isProduction,
      ...(isProduction && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
      // Bodies are passed as bytes, so that a handler may answer with gzip.
      binaryMediaTypes: ['*/*'],
      deployOptions: {
        stageName: config.stage,
        tracingEnabled: true,
        throttlingRateLimit: config.throttleRate,
        throttlingBurstLimit: config.throttleBurst,
        ...(this.accessLogs && loggedTo(this.accessLogs)),
      },
      defaultMethodOptions: methodOptions(config),
    });
    refuseOldTls(this.api);
    this.api.node.tryRemoveChild('Endpoint'); // the stack's output ApiUrl has the same value

    this.#addMethods(config, handler);
    addGatewayResponses(this.api, config);
    if (config.auth === 'api-key') this.#addUsagePlan(config);
    if (config.webAclArn) this.#addWebAcl(config.webAclArn);
    this.#addDomain(config);
    acknowledgeFindings(this.api, config);
  }

  #addMethods({ auth, allowedOrigins }: Config, handler: HttpApiProps['handler']): void {
    const add = (resource: IResource, method: string, { id, public: isPublic }: Taker) =>
      resource.addMethod(method, integration(handler(id)), isPublic ? openToAll : undefined);
    for (const path of operations.flatMap(pathsOf)) this.api.root.resourceForPath(path);
    this.api.root.addResource('{proxy+}');
    for (const resource of resourcesBelow(this.api.root)) {
      const onPath = operations.filter((operation) => pathsOf(operation).includes(resource.path));
      const any: Taker = onPath.find(({ method }) => method === 'GET') ?? onPath[0] ?? { id: FALLBACK };
      add(resource, 'ANY', any);
      for (const operation of onPath.filter((each) => !isTakenWith(any, each))) {
        for (const method of methodsOf(operation)) add(resource, method, operation);
      }
      // A browser sends its preflight request without credentials.
      const isClosed = auth !== 'none' && !any.public;
      if (allowedOrigins.length > 0 && isClosed) add(resource, 'OPTIONS', { id: FALLBACK, public: true });
    }
  }

  /** A first key and the plan that limits it; an operator adds more keys to the plan (docs/operations.md). */
  #addUsagePlan({ apiKeyRate, apiKeyBurst, apiKeyDailyQuota, canary }: Config): void {
    const plan = this.api.addUsagePlan('UsagePlan', {
      description: 'What each API key may use',
      apiStages: [{ stage: this.api.deploymentStage }],
      throttle: { rateLimit: apiKeyRate, burstLimit: apiKeyBurst },
      quota: { limit: apiKeyDailyQuota, period: Period.DAY },
    });
    plan.addApiKey(this.api.addApiKey('ApiKey'));
    if (canary) {
      const key = this.api.addApiKey('CanaryKey');
      plan.addApiKey(key);
      this.canaryKeyId = key.keyId;
    }
    addOutput(this.api.stack, 'UsagePlanId', plan.usagePlanId, 'The plan to which API keys are added');
  }

  #addDomain({ domainName, certificateArn }: Config): void {
    if (!domainName || !certificateArn) return;
    const domain = this.api.addDomainName('Domain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    const what = `What the DNS record of ${domainName} has to point at`;
    addOutput(this.api.stack, 'DomainTarget', domain.domainNameAliasDomainName, what);
  }

  #addWebAcl(webAclArn: string): void {
    new CfnWebACLAssociation(this, 'WebAcl', {
      resourceArn: this.api.deploymentStage.stageArn,
      webAclArn,
    });
  }

  #makeAccessLogs({ logRetentionDays }: Config): LogGroup {
    return new LogGroup(this, 'AccessLogs', {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}

const loggedTo = (logGroup: LogGroup): StageOptions => ({
  accessLogDestination: new LogGroupLogDestination(logGroup),
  accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
});

const accessLogFields = {
  time: '$context.requestTime',
  request_id: '$context.requestId',
  api_key_id: '$context.identity.apiKeyId',
  user_arn: '$context.identity.userArn',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  error: '$context.error.responseType',
  latency_ms: '$context.responseLatency',
  handler_ms: '$context.integrationLatency',
  response_bytes: '$context.responseLength',
  user_agent: '$context.identity.userAgent',
};

const logsPolicyArn =
  'arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs';

/**
 * By default an API takes TLS 1.0, and takes it at a domain of its own too, whatever that one's policy says (Amazon API
 * Gateway Developer Guide, "Security policies for REST APIs").
 */
function refuseOldTls(api: RestApi): void {
  const resource = api.node.defaultChild as CfnRestApi;
  resource.securityPolicy = SecurityPolicy.TLS13_1_2_PQ_2025_09;
  resource.endpointAccessMode = 'BASIC'; // such a policy needs one; STRICT would check the host name too
}

/** An operation, or the fallback. */
type Taker = Pick<Operation, 'id' | 'public'>;

/** Whether a method that passes the requests of one passes those of the other too, to the same function. */
const isTakenWith = (one: Taker, other: Taker): boolean =>
  functionIdOf(one.id) === functionIdOf(other.id) && one.public === other.public;

const openToAll: MethodOptions = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false };

function methodOptions({ auth }: Config): MethodOptions {
  if (auth === 'iam') return { authorizationType: AuthorizationType.IAM };
  return { authorizationType: AuthorizationType.NONE, apiKeyRequired: auth === 'api-key' };
}

/**
 * One permission for the whole API: with one for each method, the fallback's resource policy would be too
 * large.
 */
function integration(handler: HandlerFunction): LambdaIntegration {
  return new LambdaIntegration(handler.invoked, { proxy: true, scopePermissionToMethod: false });
}

function resourcesBelow(root: IResource): IResource[] {
  const isResource = (child: unknown): child is IResource => 'addMethod' in (child as object);
  return [root, ...root.node.children.filter(isResource).flatMap(resourcesBelow)];
}

function acknowledgeFindings(api: RestApi, { stage, webAclArn }: Config): void {
  if (stage === 'production') {
    const managed =
      'The role that AWS documents for logs of API Gateway, with the policy that AWS keeps for it.';
    acknowledge(api, `AwsSolutions-IAM4[Policy::${logsPolicyArn}]`, managed);
  } else {
    const why =
      'A development stage sets no role for the logs of the whole AWS account; handlers log their requests.';
    acknowledge(api, 'AwsSolutions-APIG1', why);
  }
  acknowledge(api, 'AwsSolutions-APIG6', 'Execution logs would say again what the handlers log.');
  acknowledge(api, 'AwsSolutions-APIG2', 'Handlers validate against the schemas of the definitions.');
  if (!webAclArn) {
    acknowledge(
      api,
      'AwsSolutions-APIG3',
      'The context key webAclArn adds a web ACL; without it throttles bound the API.',
    );
  }
  acknowledge(api, 'AwsSolutions-COG4', 'Access is chosen by the context key auth: none, api-key or iam.');
  const open = 'The context key auth chooses access; public operations and CORS preflights are open to all.';
  acknowledge(api, 'AwsSolutions-APIG4', open);
}
