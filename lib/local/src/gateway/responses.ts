import type { ServerResponse } from 'node:http';
import { isBinary } from './proxy-event.ts';
import { type Method, type RestApi, staticHeaders } from './rest-api.ts';

/**
 * The gateway's own answers: status, AWS's message, and the response type whose text a template may change.
 */
const KINDS = {
  ACCESS_DENIED: {
    status: 403,
    message: 'User is not authorized to access this resource',
    type: 'ACCESS_DENIED',
  },
  API_ERROR: { status: 500, message: 'Internal server error', type: 'DEFAULT_5XX' },
  EXPIRED_TOKEN: {
    status: 403,
    message: 'The security token included in the request is expired',
    type: 'EXPIRED_TOKEN',
  },
  INTEGRATION_FAILURE: { status: 500, message: 'Internal server error', type: 'INTEGRATION_FAILURE' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out', type: 'INTEGRATION_TIMEOUT' },
  INVALID_API_KEY: { status: 403, message: 'Forbidden', type: 'INVALID_API_KEY' },
  INVALID_SIGNATURE: {
    status: 403,
    message: 'The request signature we calculated does not match the signature you provided.',
    type: 'INVALID_SIGNATURE',
  },
  MALFORMED: { status: 502, message: 'Internal server error', type: 'DEFAULT_5XX' },
  MISSING_AUTHENTICATION_TOKEN: {
    status: 403,
    message: 'Missing Authentication Token',
    type: 'MISSING_AUTHENTICATION_TOKEN',
  },
  QUOTA_EXCEEDED: { status: 429, message: 'Limit Exceeded', type: 'QUOTA_EXCEEDED' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long', type: 'REQUEST_TOO_LARGE' },
  THROTTLED: { status: 429, message: 'Too Many Requests', type: 'THROTTLED' },
} as const;

export type GatewayAnswer = keyof typeof KINDS;

/** A Lambda proxy response that has been checked. */
interface ProxyResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** Answers with one of the gateway's own responses, in the template's wording. */
export function sendGatewayResponse(
  response: ServerResponse,
  api: RestApi,
  answer: GatewayAnswer,
  requestId: string,
): void {
  const { status, message, type } = KINDS[answer];
  const custom = api.responses.get(type) ?? api.responses.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const template = custom?.templates['application/json'] ?? '{"message":$context.error.messageString}';
  const variables: Record<string, string> = {
    'error.messageString': JSON.stringify(message),
    'error.message': message,
    'error.responseType': type,
    requestId,
    extendedRequestId: requestId,
  };
  const body = template.replaceAll(
    /\$context\.(error\.\w+|\w+)/g,
    (whole, name: string) => variables[name] ?? whole,
  );
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-amzn-requestid': requestId,
  };
  response.writeHead(custom?.statusCode ?? status, { ...headers, ...custom?.headers });
  response.end(body);
}

/**
 * Checks what a function returned. Undefined when it is not a proxy response; the gateway then answers 502.
 */
export function parseProxyResponse(payload: string): ProxyResponse | undefined {
  const value = JSON.parse(payload) as Record<string, unknown> | null;
  const statusCode = Number(value?.statusCode);
  const body = value?.body ?? '';
  if (!value || !Number.isInteger(statusCode) || typeof body !== 'string') return undefined;
  const plain = (value.headers ?? {}) as Record<string, unknown>;
  const multiple = (value.multiValueHeaders ?? {}) as Record<string, unknown[]>;
  const headers: Record<string, string | string[]> = {};
  for (const [name, each] of Object.entries(plain)) headers[name.toLowerCase()] = String(each);
  for (const [name, each] of Object.entries(multiple)) headers[name.toLowerCase()] = each.map(String);
  return { statusCode, headers, body, isBase64Encoded: value.isBase64Encoded === true };
}

/**
 * Sends a function's response. A base64 body becomes bytes only if the first type that the client accepts is
 * one of the API's binary types. This is API Gateway's rule.
 */
export function sendProxyResponse(
  response: ServerResponse,
  api: RestApi,
  { statusCode, headers, body, isBase64Encoded }: ProxyResponse,
  { accept, requestId }: { accept: string | undefined; requestId: string },
): void {
  const decodes = isBase64Encoded && isBinary(api.binaryMediaTypes, accept?.split(',')[0] ?? '*/*');
  const bytes = Buffer.from(body, decodes ? 'base64' : 'utf8');
  response.writeHead(statusCode, {
    'content-type': 'application/json',
    ...headers,
    ...(statusCode !== 204 && statusCode !== 304 && { 'content-length': bytes.length }),
    'x-amzn-requestid': requestId,
  });
  response.end(bytes);
}

/** Answers for a mock integration: the first of its responses, for example a CORS preflight's. */
export function sendMockResponse(response: ServerResponse, { integration }: Method, requestId: string): void {
  const [answer] = integration.IntegrationResponses ?? [];
  const headers = staticHeaders(answer?.ResponseParameters ?? {}, 'method.response.header.');
  response.writeHead(Number(answer?.StatusCode ?? 200), { ...headers, 'x-amzn-requestid': requestId });
  response.end(answer?.ResponseTemplates?.['application/json'] ?? '');
}
