import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Config } from './config.ts';

interface Answer {
  readonly type: ResponseType;
  readonly statusCode?: string;
  /** The message; if absent, API Gateway's own message. */
  readonly error?: string;
  readonly headers?: Record<string, string>;
  /** The only way of access with which API Gateway gives it; absent: with any. */
  readonly only?: Config['auth'];
}

const retryAfter = (seconds: number) => ({ 'Retry-After': `'${seconds}'` });
/** A quota counts a day's requests. After an hour, an operator may have raised it, or the day may be over. */
const QUOTA_RETRY_SECONDS = 3600;

/** API Gateway's answers without a call of a Lambda, in the API's own error format. */
const answers: readonly Answer[] = [
  { type: ResponseType.DEFAULT_4XX },
  {
    type: ResponseType.THROTTLED,
    error: 'Too many requests. Try again in a second.',
    headers: retryAfter(1),
  },
  {
    type: ResponseType.QUOTA_EXCEEDED,
    error: "The API key's quota is used up.",
    only: 'api-key',
    headers: retryAfter(QUOTA_RETRY_SECONDS),
  },
  { type: ResponseType.REQUEST_TOO_LARGE, error: 'The request body is too large.' },
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, error: 'Content-Type must be application/json.' },
  {
    type: ResponseType.INVALID_API_KEY,
    statusCode: '401',
    error: 'Send a valid API key in the header X-Api-Key.',
    only: 'api-key',
  },
  {
    type: ResponseType.INVALID_SIGNATURE,
    statusCode: '401',
    error: 'The signature is not valid.',
    only: 'iam',
  },
  {
    type: ResponseType.EXPIRED_TOKEN,
    statusCode: '401',
    error: 'The credentials have expired.',
    only: 'iam',
  },
  { type: ResponseType.ACCESS_DENIED, error: 'These credentials do not permit this request.', only: 'iam' },
  {
    type: ResponseType.INTEGRATION_TIMEOUT,
    statusCode: '503',
    error: 'The service did not answer in time. Try again in 5 seconds.',
    headers: retryAfter(5),
  },
  {
    type: ResponseType.INTEGRATION_FAILURE, // a function that already runs as often as it may, too
    statusCode: '503',
    error: 'The service is busy; try again in 5 seconds.',
    headers: retryAfter(5),
  },
];

/** Gives `api` JSON answers for everything that never reaches a handler. */
export function addGatewayResponses(api: RestApi, config: Config): void {
  const given = answers.filter(({ only = config.auth }) => only === config.auth);
  for (const { type, statusCode, error, headers } of [...given, missingToken(config)]) {
    const body = error === undefined ? '{"error":$context.error.messageString}' : JSON.stringify({ error });
    addJsonResponse(api, config, { type, ...(statusCode && { statusCode }), headers: headers ?? {} }, body);
  }
  addJsonResponse(
    api,
    config,
    { type: ResponseType.DEFAULT_5XX },
    '{"error":"Internal error","request_id":"$context.requestId"}',
  );
}

/**
 * API Gateway answers "missing authentication token" for an unsigned request, and also for an unknown path.
 */
function missingToken({ auth }: Config): Answer {
  return auth === 'iam'
    ? {
        type: ResponseType.MISSING_AUTHENTICATION_TOKEN,
        statusCode: '401',
        error: 'Sign the request with AWS Signature Version 4.',
      }
    : { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, statusCode: '404', error: 'There is no such path.' };
}

function addJsonResponse(api: RestApi, config: Config, answer: Answer, body: string): void {
  // A static answer can name only one origin; with several, a page sees these errors as network failures.
  const [origin, ...others] = config.allowedOrigins;
  const cors = origin && others.length === 0 ? { 'Access-Control-Allow-Origin': `'${origin}'` } : {};
  api.addGatewayResponse(`Gateway-${answer.type.responseType}`, {
    type: answer.type,
    ...(answer.statusCode && { statusCode: answer.statusCode }),
    responseHeaders: { 'Content-Type': "'application/json'", ...answer.headers, ...cors },
    templates: { 'application/json': body },
  });
}
