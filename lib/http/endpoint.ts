import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type ApiUrls, apiUrls } from '../api/api-urls.ts';
import {
  type BodyOf,
  type Operation,
  type OperationId,
  operationOf,
  type ParametersOf,
} from '../api/operations.ts';
import { crossOrigin } from './cross-origin.ts';
import { errorReplies } from './error-replies.ts';
import { HttpError } from './errors.ts';
import { acceptsGzip } from './headers.ts';
import { readJsonBody } from './json-body.ts';
import { logger } from './logger.ts';
import { baseUrl, pathParameters } from './path.ts';
import { type Reply, render } from './replies.ts';
import { requestLog } from './request-log.ts';

export interface ApiRequest<Id extends OperationId> {
  readonly parameters: ParametersOf<Id>;
  readonly body: BodyOf<Id>;
  readonly urls: ApiUrls;
}

/** The environment that every HTTP handler needs. */
export interface HttpSettings {
  readonly ALLOWED_ORIGINS: readonly string[];
}

/** The Lambda handler of an operation: `serve` gets a valid request, and what it throws becomes an answer. */
export function endpoint<Id extends OperationId>(
  id: Id,
  settings: HttpSettings,
  serve: (request: ApiRequest<Id>) => Promise<Reply>,
) {
  const operation = operationOf(id);
  return proxyHandler(settings, async (event) => serve(readRequest(operation, event)), operation);
}

/** The stack around every HTTP handler: the log line, the answer's form and the answers to errors. */
export function proxyHandler(
  { ALLOWED_ORIGINS }: HttpSettings,
  serve: (event: APIGatewayProxyEvent) => Promise<Reply>,
  operation?: Operation,
) {
  return middy<APIGatewayProxyEvent, Reply | APIGatewayProxyResult>()
    .use(requestLog())
    .use(crossOrigin(ALLOWED_ORIGINS))
    .use(rendering)
    .use(errorReplies(operation?.path))
    .handler(serve);
}

const renderResponse = ({ event, response }: middy.Request<APIGatewayProxyEvent>) =>
  render(response as Reply, acceptsGzip(event));

const rendering: middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> = {
  after: (request) => {
    request.response = renderResponse(request);
  },
  onError: (request) => {
    request.response = renderResponse(request);
  },
};

function readRequest<Id extends OperationId>(
  operation: Operation,
  event: APIGatewayProxyEvent,
): ApiRequest<Id> {
  const parameters = readParameters(operation, event);
  logger.appendKeys(parameters);
  const body = operation.body && readJsonBody(event, operation.body);
  return {
    parameters: parameters as ParametersOf<Id>,
    body: body as BodyOf<Id>,
    urls: apiUrls(baseUrl(operation.path, event)),
  };
}

function readParameters(operation: Operation, event: APIGatewayProxyEvent): Record<string, unknown> {
  const sent = pathParameters(operation.path, event.path);
  return Object.fromEntries(
    Object.entries(operation.parameters ?? {}).map(([name, { of, schema }]) => {
      const parsed = schema.safeParse(sent[name]);
      if (!parsed.success) throw new HttpError(404, `There is no ${of} "${sent[name]}".`);
      return [name, parsed.data];
    }),
  );
}
