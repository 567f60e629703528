import {
  AuthorizationType,
  EndpointType,
  type IResource,
  LambdaIntegration,
  type MethodOptions,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { operations, pathsOf } from '../api/operations.ts';
import { acknowledge } from './acknowledge.ts';
import type { Config } from './config.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import type { Handler } from './handler.ts';

export interface HttpApiProps {
  readonly config: Config;
  /** The handler of every operation by its id, and `fallback` for requests that match no operation. */
  readonly handlers: ReadonlyMap<string, Handler>;
}

/**
 * The REST API, made from the definitions of the operations. The fallback handler answers every other method of
 * their paths (405), and every other path (404).
 */
export class HttpApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { config, handlers }: HttpApiProps) {
    super(scope, id);
    this.api = new RestApi(this, 'Api', {
      restApiName: `polynya-${config.stage}`,
      description: 'Polynya: routes and vehicles for ships in polar waters',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: false,
      // Bodies pass as bytes, so that a handler may answer gzip.
      binaryMediaTypes: ['*/*'],
      deployOptions: {
        stageName: config.stage,
        tracingEnabled: true,
        throttlingRateLimit: config.throttleRate,
        throttlingBurstLimit: config.throttleBurst,
      },
      defaultMethodOptions: methodOptions(config),
    });
    this.api.node.tryRemoveChild('Endpoint'); // the stack's output ApiUrl says the same

    for (const operation of operations) {
      const target = integration(handlers.get(operation.id)!);
      const options = operation.public ? openToAll : undefined;
      for (const path of pathsOf(operation)) {
        this.api.root.resourceForPath(path).addMethod(operation.method, target, options);
      }
    }
    this.api.root.addResource('{proxy+}');
    const fallback = integration(handlers.get('fallback')!);
    for (const resource of resourcesBelow(this.api.root)) {
      resource.addMethod('ANY', fallback);
      // A browser asks for permission without credentials.
      if (config.allowedOrigins.length > 0) resource.addMethod('OPTIONS', fallback, openToAll);
    }
    addGatewayResponses(this.api, config);
    if (config.auth === 'api-key') this.#addApiKey();
    acknowledgeFindings(this.api);
  }

  #addApiKey(): void {
    const plan = this.api.addUsagePlan('UsagePlan', { apiStages: [{ stage: this.api.deploymentStage }] });
    plan.addApiKey(this.api.addApiKey('ApiKey'));
  }
}

const openToAll: MethodOptions = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false };

function methodOptions({ auth }: Config): MethodOptions {
  if (auth === 'iam') return { authorizationType: AuthorizationType.IAM };
  return { authorizationType: AuthorizationType.NONE, apiKeyRequired: auth === 'api-key' };
}

/** One permission for the whole API: a policy for each method would outgrow the fallback's resource policy. */
function integration(handler: Handler): LambdaIntegration {
  return new LambdaIntegration(handler.function, { proxy: true, scopePermissionToMethod: false });
}

function resourcesBelow(root: IResource): IResource[] {
  const isResource = (child: unknown): child is IResource => 'addMethod' in (child as object);
  return [root, ...root.node.children.filter(isResource).flatMap(resourcesBelow)];
}

function acknowledgeFindings(api: RestApi): void {
  const why = 'Each handler logs its requests; gateway logs would need a role set for the whole AWS account.';
  acknowledge(api, 'AwsSolutions-APIG1', why);
  acknowledge(api, 'AwsSolutions-APIG6', why);
  acknowledge(api, 'AwsSolutions-APIG2', 'Handlers validate against the schemas of the definitions.');
  acknowledge(api, 'AwsSolutions-APIG3', 'A web ACL costs more than the rest; throttles bound the API.');
  acknowledge(api, 'AwsSolutions-COG4', 'Access is chosen by the context key auth: none, api-key or iam.');
  const open = 'The context key auth chooses access; public operations and CORS preflights are open to all.';
  acknowledge(api, 'AwsSolutions-APIG4', open);
}
