/** Cross-origin requests of web pages (the Fetch standard's CORS protocol). */
import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { header } from './headers.ts';
import type { Reply } from './replies.ts';

/** What our answers say in headers that a page of another origin may not read unasked. */
const EXPOSED_HEADERS = 'Allow, Content-Disposition, Location, Preference-Applied, Retry-After';

/** Lets pages of the allowed origins read the answer; does nothing where none is allowed. */
export function crossOrigin(
  allowed: readonly string[],
): middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> {
  const addHeaders = ({ event, response }: middy.Request<APIGatewayProxyEvent>) => {
    if (allowed.length === 0) return;
    response.headers.Vary = ['Origin', response.headers.Vary].filter(Boolean).join(', ');
    const origin = header(event, 'origin');
    if (!origin || !(allowed.includes('*') || allowed.includes(origin))) return;
    response.headers['Access-Control-Allow-Origin'] = allowed.includes('*') ? '*' : origin;
    response.headers['Access-Control-Expose-Headers'] = EXPOSED_HEADERS;
  };
  return { after: addHeaders, onError: addHeaders };
}
