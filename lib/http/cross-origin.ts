/** Cross-origin requests of web pages (the Fetch standard's CORS protocol). */
import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { header } from './headers.ts';
import type { Reply } from './replies.ts';
import { allowedMethods } from './unmatched.ts';

const ONE_HOUR_SECONDS = '3600';

/** Lets pages of the allowed origins read the answer; does nothing where none is allowed. */
export function crossOrigin(
  allowed: readonly string[],
): middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> {
  const addHeaders = ({ event, response }: middy.Request<APIGatewayProxyEvent>) => {
    const origin = header(event, 'origin');
    if (!origin || !(allowed.includes('*') || allowed.includes(origin))) return;
    response.headers['Access-Control-Allow-Origin'] = allowed.includes('*') ? '*' : origin;
    response.headers['Access-Control-Expose-Headers'] = 'Allow, Location, Preference-Applied, Retry-After';
    response.headers.Vary = ['Origin', response.headers.Vary].filter(Boolean).join(', ');
  };
  return { after: addHeaders, onError: addHeaders };
}

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
