import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type ErrorBody, refusalOf } from '../api/errors.ts';
import { logger } from '../aws/logger.ts';
import { HttpError } from './errors.ts';
import type { Reply } from './replies.ts';

/** Long enough for a burst to pass, short enough for a person to wait. */
const RETRY_AFTER_SECONDS = 5;
const BUSY = `The service is busy; try again in ${RETRY_AFTER_SECONDS} seconds.`;

/**
 * Converts a handler's error to an answer. An unexpected error is logged; the client receives only the
 * request's id.
 */
export const errorReplies: middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> = {
  onError: (request) => {
    const error = request.error ?? new Error('A handler failed without an error');
    request.response = replyTo(error, request.event);
  },
};

function replyTo(error: Error, event: APIGatewayProxyEvent): Reply {
  if (error instanceof HttpError) return reply(error.status, error.message, error);
  const refusal = refusalOf(error);
  if (refusal?.status === 503) return busy(error, refusal.retryAfterSeconds);
  if (refusal) return reply(refusal.status, error.message, refusal);
  logger.error('request failed', { error });
  const content: ErrorBody = { error: 'Internal error', request_id: event.requestContext.requestId };
  return { status: 500, content };
}

/** @param carried data of the error for the client, besides its message */
function reply(
  status: number,
  message: string,
  {
    details,
    routes,
    headers,
  }: {
    details?: HttpError['details'];
    routes?: readonly string[] | undefined;
    headers?: Reply['headers'];
  },
): Reply {
  const content: ErrorBody = {
    error: message,
    ...(details && { details }),
    ...(routes && { routes: [...routes] }),
  };
  return { status, headers, content };
}

/**
 * For a service that refuses for the moment or does not answer in time, or an error that says what is not
 * ready.
 */
function busy(error: Error, retryAfterSeconds: number | undefined): Reply {
  logger.warn('busy', { error });
  const message = retryAfterSeconds === undefined ? BUSY : error.message;
  return reply(503, message, { headers: { 'Retry-After': `${retryAfterSeconds ?? RETRY_AFTER_SECONDS}` } });
}
