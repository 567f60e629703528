import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { apiUrls } from '../api/api-urls.ts';
import { isThrottling, statusOf } from '../api/error-statuses.ts';
import { HttpError } from './errors.ts';
import { logger } from './logger.ts';
import { baseUrl } from './path.ts';
import type { Reply } from './replies.ts';

/** Long enough for a burst to pass, short enough for a person to wait. */
const RETRY_AFTER_SECONDS = 5;

/** Turns whatever a handler threw into an answer; what is nobody's fault but ours is logged and not told. */
export function errorReplies(
  template = '/',
): middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> {
  return {
    onError: (request) => {
      const error = request.error ?? new Error('A handler failed without an error');
      request.response = replyTo(error, request.event, template);
    },
  };
}

function replyTo(error: Error, event: APIGatewayProxyEvent, template: string): Reply {
  if (error instanceof HttpError) {
    const details = error.details && { details: error.details };
    return { status: error.status, headers: error.headers, json: { error: error.message, ...details } };
  }
  if (isThrottling(error)) {
    logger.warn('throttled', { error });
    return {
      status: 429,
      headers: { 'Retry-After': `${RETRY_AFTER_SECONDS}` },
      json: { error: `The service is busy; try again in ${RETRY_AFTER_SECONDS} seconds.` },
    };
  }
  const status = statusOf(error);
  if (status !== undefined) {
    const statusUrl = 'jobId' in error && apiUrls(baseUrl(template, event)).job(`${error.jobId}`);
    return { status, json: { error: error.message, ...(statusUrl && { 'status-url': statusUrl }) } };
  }
  logger.error('request failed', { error });
  return { status: 500, json: { error: 'Internal error', request_id: event.requestContext.requestId } };
}
