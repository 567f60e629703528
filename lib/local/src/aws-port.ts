import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describeStacks, queryError } from './cloudformation-api.ts';
import type { Database } from './dynamodb/database.ts';
import { dynamoPermissions } from './dynamodb/permissions.ts';
import { refuseUntilReady } from './early-answers.ts';
import { AwsError } from './errors.ts';
import type { Permission } from './iam/policy.ts';
import { denial, missingPermission, type Principal, type Principals } from './iam/principals.ts';
import type { Functions } from './lambda/functions.ts';
import type { ResolvedStack } from './resolved-stack.ts';
import type { S3Api } from './s3/api.ts';
import type { StatesApi } from './states/api.ts';

/** The services behind the port. */
export interface Services {
  readonly stack: ResolvedStack;
  readonly principals: Principals;
  readonly database: Database;
  readonly s3: S3Api;
  readonly functions: Functions;
  readonly states: StatesApi;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly principal: Principal | undefined;
}

type Protocol = 'dynamodb' | 'states' | 'lambda' | 'cloudformation' | 's3' | 'none';

const CREDENTIAL = /Credential=([^/,\s]+)\/[^/]*\/[^/]*\/([^/]+)\/aws4_request/;
const LAMBDA_PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/**
 * One port for every AWS service of the stack. A request's signature says which service it is for and whose it is:
 * a function's own key acts in that function's role, any other key is the user's and may do everything. (Signatures
 * are not verified.)
 */
export function createAwsPort(services: () => Services | undefined): Server {
  const created = new Date();
  return createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const running = services();
    if (!running) return refuseUntilReady(response);
    const [, accessKeyId, service] = CREDENTIAL.exec(credentialOf(request)) ?? [];
    const call = { request, response, principal: running.principals.signedBy(accessKeyId) };
    handle(running, call, protocolOf(request, service), created).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ __type: 'InternalFailure', message: String(error) }));
    });
  });
}

/** The credential of the Authorization header, or of a presigned address. */
function credentialOf({ headers, url = '' }: IncomingMessage): string {
  if (headers.authorization) return headers.authorization;
  const presigned = new URLSearchParams(url.split('?')[1] ?? '').get('X-Amz-Credential');
  return presigned ? `Credential=${presigned}` : '';
}

function protocolOf({ headers, url = '/', method }: IncomingMessage, service: string | undefined): Protocol {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('DynamoDB_') || service === 'dynamodb') return 'dynamodb';
  if (target.startsWith('AWSStepFunctions.')) return 'states';
  if (service === 'lambda' || LAMBDA_PATH.test(url.split('?')[0]!)) return 'lambda';
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (service === 'cloudformation' || (method === 'POST' && form && !service)) return 'cloudformation';
  return service === undefined || service === 's3' ? 's3' : 'none';
}

async function handle(services: Services, call: Call, protocol: Protocol, created: Date): Promise<void> {
  const { request, response, principal } = call;
  if (protocol === 's3') return services.s3.handle(request, response, principal);
  response.setHeader('x-amzn-requestid', randomUUID());
  const body = await buffer(request);
  if (protocol === 'none') {
    const message =
      'Local mode has DynamoDB, S3, Step Functions, Lambda and CloudFormation, and no other service.';
    return sendJson(response, 400, { __type: 'UnknownOperationException', message });
  }
  if (protocol === 'lambda') return invokeFunction(services, call, body);
  if (protocol === 'cloudformation') return describe(services, call, body, created);
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  try {
    const input = parseInput(body);
    if (protocol === 'dynamodb') {
      authorise(principal, dynamoPermissions(operation, input));
      return services.database.handle(request, body, input, response);
    }
    authorise(principal, services.states.permissions(operation, input));
    sendJson(response, 200, await services.states.call(operation, input));
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    // DynamoDB's clients read `message`, Step Functions' and DynamoDB's access refusals say `Message`.
    const { code, message } = error;
    sendJson(response, error.status, {
      __type: `com.amazon.coral.service#${code}`,
      message,
      Message: message,
    });
  }
}

/** @throws AwsError `AccessDeniedException` */
function authorise(principal: Principal | undefined, permissions: readonly Permission[]): void {
  const missing = missingPermission(principal, permissions);
  if (missing) throw new AwsError('AccessDeniedException', denial(principal!, missing), 400);
}

function parseInput(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString() || '{}') as Record<string, unknown>;
  } catch {
    throw new AwsError('SerializationException', 'The request is not JSON.');
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}

/** The Invoke operation of Lambda. */
async function invokeFunction(
  { functions }: Services,
  { request, response, principal }: Call,
  body: Buffer,
): Promise<void> {
  const send = (status: number, headers: Record<string, string>, payload: string) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(payload);
  try {
    const name = LAMBDA_PATH.exec((request.url ?? '').split('?')[0]!)?.[1];
    if (!name || request.method !== 'POST') {
      throw new AwsError(
        'UnknownOperationException',
        'Local mode has only the operation Invoke of Lambda.',
        404,
      );
    }
    const target = functions.get(decodeURIComponent(name));
    authorise(principal, [{ action: 'lambda:InvokeFunction', resource: target.arn }]);
    const event = body.length ? body.toString() : '{}';
    try {
      JSON.parse(event);
    } catch {
      throw new AwsError('InvalidRequestContentException', 'Could not parse request body into json');
    }
    if (request.headers['x-amz-invocation-type'] === 'DryRun') return send(204, {}, '');
    if (request.headers['x-amz-invocation-type'] === 'Event') {
      target.invokeLater(event);
      return send(202, {}, '');
    }
    const { ok, payload } = await target.invoke(event);
    const version = { 'x-amz-executed-version': '$LATEST' };
    send(200, ok ? version : { ...version, 'x-amz-function-error': 'Unhandled' }, payload);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const status = error.code === 'AccessDeniedException' ? 403 : error.status;
    send(
      status,
      { 'x-amzn-errortype': error.code },
      JSON.stringify({ Type: 'User', Message: error.message }),
    );
  }
}

function describe({ stack }: Services, { response, principal }: Call, body: Buffer, created: Date): void {
  const headers = { 'content-type': 'text/xml' };
  try {
    authorise(principal, [{ action: 'cloudformation:DescribeStacks', resource: stack.stackId }]);
    const document = describeStacks(stack, created, new URLSearchParams(body.toString()));
    response.writeHead(200, headers).end(document);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    response.writeHead(error.status, headers).end(queryError(error));
  }
}
