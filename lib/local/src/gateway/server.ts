import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AwsError } from '../errors.ts';
import type { Functions } from '../lambda/functions.ts';
import { untracedId } from '../lambda/local-function.ts';
import { readBody } from '../read-body.ts';
import type { ApiAccess } from './access.ts';
import { proxyEvent } from './proxy-event.ts';
import {
  type GatewayAnswer,
  parseProxyResponse,
  sendGatewayResponse,
  sendMockResponse,
  sendProxyResponse,
} from './responses.ts';
import type { RestApi } from './rest-api.ts';
import { findRoute } from './routing.ts';
import { tokenBucket } from './token-bucket.ts';

/** API Gateway's limit for a request's body, in bytes. */
const BODY_LIMIT = 10 * 1024 * 1024;

/** What is reported about a request once it is answered. */
export interface RequestLog {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Answers HTTP requests as API Gateway does for a REST API. */
export function createGateway(
  api: RestApi,
  functions: Functions,
  access: ApiAccess,
  onRequest: (log: RequestLog) => void,
): RequestListener {
  const takeToken = tokenBucket(api.throttle);
  return (request, response) => {
    const started = performance.now();
    response.on('close', () => {
      const milliseconds = performance.now() - started;
      onRequest({
        method: request.method ?? '',
        url: request.url ?? '',
        status: response.statusCode,
        milliseconds,
      });
    });
    const requestId = randomUUID();
    const refuse = (answer: GatewayAnswer) => sendGatewayResponse(response, api, answer, requestId);
    if (!takeToken()) return refuse('THROTTLED');
    answer({ api, functions, access }, request, response, requestId).then(
      (refusal) => refusal && refuse(refusal),
      () => (response.headersSent ? response.destroy() : refuse('API_ERROR')),
    );
  };
}

interface Parts {
  readonly api: RestApi;
  readonly functions: Functions;
  readonly access: ApiAccess;
}

/** Answers a request, or returns which of the gateway's own responses refuses it. */
async function answer(
  { api, functions, access }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<GatewayAnswer | undefined> {
  const body = await readBody(request, BODY_LIMIT);
  if (!body) return 'REQUEST_TOO_LARGE';
  const path = (request.url ?? '/').split('?')[0]!;
  const match = findRoute(api.routes, request.method ?? '', path);
  if (!match) return 'MISSING_AUTHENTICATION_TOKEN';
  const checked = await access.check(request, match.method, path, body);
  if ('refusal' in checked) return checked.refusal;
  const { functionArn, timeoutMs } = match.method;
  if (!functionArn) {
    sendMockResponse(response, match.method, requestId);
    return undefined;
  }
  const traceId = untracedId();
  const event = proxyEvent(api, request, match, body, { requestId, traceId, caller: checked.caller });
  const payload = await invokeWithin(timeoutMs, functions, functionArn, JSON.stringify(event), traceId);
  if (typeof payload !== 'string') return payload.refusal;
  const proxied = parseProxyResponse(payload);
  if (!proxied) return 'MALFORMED';
  sendProxyResponse(response, api, proxied, { accept: request.headers.accept, requestId });
  return undefined;
}

/** By the status of a refused invocation; a function that is throttled counts as an integration that failed. */
const REFUSALS: Record<number, GatewayAnswer> = { 413: 'REQUEST_TOO_LARGE', 429: 'INTEGRATION_FAILURE' };

/** The function's result, or the error response that a client gets when the function fails. */
async function invokeWithin(
  timeoutMs: number,
  functions: Functions,
  functionArn: string,
  event: string,
  traceId: string,
): Promise<string | { refusal: GatewayAnswer }> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timeout');
  });
  try {
    const result = await Promise.race([functions.get(functionArn).invoke(event, { traceId }), timeout]);
    if (result === 'timeout') return { refusal: 'INTEGRATION_TIMEOUT' };
    return result.ok ? result.payload : { refusal: 'MALFORMED' };
  } catch (error) {
    if (error instanceof AwsError) return { refusal: REFUSALS[error.status] ?? 'API_ERROR' };
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
