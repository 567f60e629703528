import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from './headers.ts';
import type { Reply } from './replies.ts';
import { allowedMethods } from './unmatched.ts';

const ONE_HOUR_SECONDS = '3600';

/** The answer to a page that asks what it may send, or null if the request does not ask that. */
export function preflight(event: APIGatewayProxyEvent, allowed: readonly string[]): Reply | null {
  const asks = event.httpMethod === 'OPTIONS' && header(event, 'access-control-request-method');
  const methods = allowedMethods(event);
  if (!asks || allowed.length === 0 || methods.length === 0) return null;
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': header(event, 'access-control-request-headers') ?? '',
      'Access-Control-Max-Age': ONE_HOUR_SECONDS,
    },
  };
}
