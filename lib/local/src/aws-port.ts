import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { sendJson, sendJsonError, sendQueryError } from './aws-responses.ts';
import type { Database } from './dynamodb/database.ts';
import { dynamoPermissions } from './dynamodb/permissions.ts';
import { refuseUntilReady } from './early-responses.ts';
import { AwsError } from './errors.ts';
import { applyFault, type Faults } from './faults.ts';
import type { ApiKeys } from './gateway/api-keys.ts';
import { handleApiGateway } from './gateway/control-api.ts';
import { authorise, type Principal, type Principals } from './iam/principals.ts';
import { handleLambda, isLambdaPath } from './lambda/api.ts';
import type { Functions } from './lambda/functions.ts';
import type { LogsApi } from './logs-api.ts';
import { handleQuery } from './query-api.ts';
import { readBody } from './read-body.ts';
import type { ResolvedStack } from './resolved-stack.ts';
import type { S3Api } from './s3/api.ts';
import { s3Operation } from './s3/request.ts';
import { createAnsweringServer } from './servers.ts';
import { callTopics } from './sns/api.ts';
import type { Topics } from './sns/topics.ts';
import { callQueues } from './sqs/api.ts';
import type { Queues } from './sqs/queues.ts';
import type { StatesApi } from './states/api.ts';
import { type AwsPortAccess, refusePage } from './web-pages.ts';

/** The services at this port. */
export interface Services {
  readonly stack: ResolvedStack;
  readonly principals: Principals;
  readonly database: Database;
  readonly s3: S3Api;
  readonly functions: Functions;
  readonly states: StatesApi;
  readonly logs: LogsApi;
  readonly queues: Queues;
  readonly topics: Topics;
  readonly apiKeys: ApiKeys;
  readonly faults: Faults | undefined;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly principal: Principal | undefined;
}

type Protocol =
  | 'dynamodb'
  | 'states'
  | 'lambda'
  | 'logs'
  | 'sqs'
  | 'sns'
  | 'query'
  | 's3'
  | 'gateway'
  | 'none';

const CREDENTIAL = /Credential=([^/,\s]+)\/[^/]*\/[^/]*\/([^/]+)\/aws4_request/;

/**
 * One port for every AWS service of the stack. A request's signature names its service and its signer. A
 * function's key has the permissions of the function's role; any other key belongs to the developer and may
 * do everything. Signatures are not verified.
 */
export function createAwsPort(services: () => Services | undefined, access: AwsPortAccess): Server {
  const created = new Date();
  return createAnsweringServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (refusePage(request, response, access)) return;
    const running = services();
    if (!running) return refuseUntilReady(response);
    const [, accessKeyId, service] = CREDENTIAL.exec(credentialOf(request)) ?? [];
    const call = { request, response, principal: running.principals.signedBy(accessKeyId) };
    const protocol = protocolOf(request, service);
    const handled = async () => {
      if (await survivesFault(running, call, protocol)) await handle(running, call, protocol, created);
    };
    handled().catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ __type: 'InternalFailure', message: String(error) }));
    });
  });
}

/** The credential in the Authorization header or in a presigned URL. */
function credentialOf({ headers, url = '' }: IncomingMessage): string {
  if (headers.authorization) return headers.authorization;
  const presigned = new URLSearchParams(url.split('?')[1] ?? '').get('X-Amz-Credential');
  return presigned ? `Credential=${presigned}` : '';
}

function protocolOf({ headers, url = '/', method }: IncomingMessage, service: string | undefined): Protocol {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('DynamoDB_') || service === 'dynamodb') return 'dynamodb';
  if (target.startsWith('AWSStepFunctions.')) return 'states';
  if (target.startsWith('Logs_')) return 'logs';
  if (target.startsWith('AmazonSQS.')) return 'sqs';
  if (service === 'lambda' || isLambdaPath(url.split('?')[0]!)) return 'lambda';
  if (service === 'apigateway') return 'gateway';
  if (service === 'sns') return 'sns';
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (method === 'POST' && form && service !== 's3') return 'query';
  return service === undefined || service === 's3' ? 's3' : 'none';
}

/** Bytes that a request of any service but S3 may have: as many as a BatchWriteItem of DynamoDB. */
const BODY_LIMIT = 16 * 1024 * 1024;

async function handle(services: Services, call: Call, protocol: Protocol, created: Date): Promise<void> {
  const { request, response, principal } = call;
  if (protocol === 's3') {
    const signedBy = (accessKeyId: string) => services.principals.signedBy(accessKeyId);
    return services.s3.handle(request, response, principal, signedBy);
  }
  response.setHeader('x-amzn-requestid', randomUUID());
  const body = await readBody(request, BODY_LIMIT);
  if (!body)
    return sendJsonError(response, new AwsError('RequestTooLargeException', 'Request Too Long', 413));
  if (protocol === 'lambda') return handleLambda(services.functions, { ...call, body });
  if (protocol === 'query' || protocol === 'sns') {
    const parameters = new URLSearchParams(body.toString());
    return sendQuery(response, () =>
      protocol === 'sns'
        ? callTopics(services.topics, principal, parameters)
        : handleQuery(services.stack, principal, created, parameters),
    );
  }
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  try {
    const input = parseInput(body);
    switch (protocol) {
      case 'dynamodb':
        authorise(principal, dynamoPermissions(operation, input));
        return await services.database.handle(operation, input, response);
      case 'states':
        authorise(principal, services.states.permissions(operation, input));
        return sendJson(response, 200, await services.states.call(operation, input));
      case 'logs':
        authorise(principal, services.logs.permissions(operation));
        return sendJson(response, 200, services.logs.call(operation, input));
      case 'sqs':
        return sendJson(response, 200, callQueues(services.queues, principal, operation, input));
      case 'gateway':
        return handleApiGateway(services.apiKeys, principal, request, response);
      case 'none':
        throw new AwsError(
          'UnknownOperationException',
          'Local mode has DynamoDB, S3, Step Functions, Lambda, API Gateway, SQS, SNS, CloudWatch Logs, CloudFormation and STS, and no other service.',
        );
    }
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    sendJsonError(response, error);
  }
}

/** Injects the fault planned for a call, if any; returns false when the call must not continue. */
async function survivesFault(
  { faults, functions }: Services,
  { request, response, principal }: Call,
  service: Protocol,
): Promise<boolean> {
  if (!principal || !faults?.onCall) return true;
  const caller = principal.arn.split('/').at(-1)!;
  const target = request.headers['x-amz-target']?.toString().split('.')[1];
  const operation = service === 's3' ? s3Operation(request) : (target ?? `${request.method} ${request.url}`);
  const fault = faults.onCall({ service, operation, caller });
  const token = String(request.headers['x-amz-security-token']);
  const kill = () => functions.sandboxOf(token)?.fail('crash');
  return fault === undefined || applyFault(fault, { service, response, kill });
}

function parseInput(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString() || '{}') as Record<string, unknown>;
  } catch {
    throw new AwsError('SerializationException', 'The request is not JSON.');
  }
}

function sendQuery(response: ServerResponse, answer: () => string): void {
  try {
    const document = answer();
    response.writeHead(200, { 'content-type': 'text/xml' }).end(document);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    sendQueryError(response, error);
  }
}
