import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { logger } from '../aws/logger.ts';
import type { Reply } from './replies.ts';
import { requesterOf } from './requester.ts';

/**
 * Logs one line per request: who sent it, its method, path, status and milliseconds, and why it was refused. Puts the
 * request id into every line.
 */
export function requestLog(): middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> {
  let started = 0;
  const finish = (request: middy.Request<APIGatewayProxyEvent>) => {
    const { httpMethod: method, path } = request.event;
    const milliseconds = Math.round(performance.now() - started);
    const status = (request.response as APIGatewayProxyResult | undefined)?.statusCode;
    const refused = request.error && status! < 500 && { refused: request.error.message };
    logger.info('request', {
      ...{ requester: requesterOf(request.event), method, path, status, milliseconds },
      ...refused,
    });
    logger.resetKeys();
  };
  return {
    before: ({ event }) => {
      started = performance.now();
      logger.appendKeys({ request_id: event.requestContext.requestId });
    },
    after: finish,
    onError: finish,
  };
}
