import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { logger } from '../aws/logger.ts';
import type { Reply } from './replies.ts';

/** Logs one line per request with its method, path, status and milliseconds; puts the request id into every line. */
export function requestLog(): middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> {
  let started = 0;
  const finish = (request: middy.Request<APIGatewayProxyEvent>) => {
    const { httpMethod: method, path } = request.event;
    const milliseconds = Math.round(performance.now() - started);
    logger.info('request', { method, path, status: request.response?.statusCode, milliseconds });
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
