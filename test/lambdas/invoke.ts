import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { expectDefined } from '../defined-answer.ts';

export interface Sent {
  /** Text or bytes are sent as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  base64?: boolean;
  /** What the request's path has before the path of the API. */
  prefix?: string;
  /** Id of the API key that the request is sent with. */
  requester?: string;
  /** The path template that the gateway matched, where the handler looks at it. */
  resource?: string;
  /** Until the Lambda is ended. */
  timeLeftMs?: number;
  /** Further fields of the event. */
  event?: object;
}

export interface Received {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json: any;
  text: string;
}

/** Loose, because middy's and the SDK's handler types differ in what they leave out. */
type ProxyHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

export function proxyEvent(request: string, sent: Sent = {}): APIGatewayProxyEvent {
  const [httpMethod = '', path = ''] = request.split(' ');
  const text =
    sent.body === undefined || typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body);
  const bytes = sent.body instanceof Uint8Array ? Buffer.from(sent.body) : Buffer.from(text ?? '');
  const headers = { Host: 'api.example', 'X-Forwarded-Proto': 'https', ...sent.headers };
  return {
    httpMethod,
    path,
    resource: sent.resource,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: text === undefined ? null : bytes.toString(sent.base64 ? 'base64' : 'utf8'),
    isBase64Encoded: sent.base64 ?? false,
    requestContext: {
      requestId: 'request-1',
      path: `${sent.prefix ?? '/dev'}${path}`,
      stage: 'dev',
      identity: { apiKeyId: sent.requester },
    },
    ...sent.event,
  } as unknown as APIGatewayProxyEvent;
}

/** Sends a request such as `GET /api/vehicle` to a handler and decodes what comes back. */
export async function invoke(handler: unknown, request: string, sent: Sent = {}): Promise<Received> {
  const { timeLeftMs = 29_000 } = sent;
  const context = { awsRequestId: 'lambda-1', getRemainingTimeInMillis: () => timeLeftMs } as Context;
  const result = (await (handler as ProxyHandler)(
    proxyEvent(request, sent),
    context,
  )) as APIGatewayProxyResult;
  const bytes = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8');
  const text = result.headers?.['Content-Encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const isJson = text.length > 0 && result.headers?.['Content-Type'] === 'application/json';
  const json = isJson ? JSON.parse(text.toString()) : undefined;
  expectDefined(request, result.statusCode, json);
  return { status: result.statusCode, headers: result.headers ?? {}, json, text: text.toString() };
}
