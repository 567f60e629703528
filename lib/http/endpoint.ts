/** Binds an operation of the API to the function that serves it. */
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type {
  AnswerArguments,
  BodyOf,
  ContentOf,
  HeadersOf,
  Operation,
  ParametersOf,
  PathValuesOf,
  QueryOf,
  StatusOf,
} from '../api/operation.ts';
import { pathOf, pathsOf } from '../api/operation.ts';
import { environment } from '../aws/environment.ts';
import { logger } from '../aws/logger.ts';
import { readBody } from './body.ts';
import { crossOrigin } from './cross-origin.ts';
import { errorReplies } from './error-replies.ts';
import { acceptsGzip } from './headers.ts';
import { readHeaders, readPathParameters, readQuery } from './parameters.ts';
import { baseUrl } from './path.ts';
import { type Reply, render } from './replies.ts';
import { requestLog } from './request-log.ts';
import { requesterOf } from './requester.ts';

/** What API Gateway calls. */
export type ProxyHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A reply of an operation; only `answer` makes one, so that it matches the operation's definition. */
declare const replyOf: unique symbol;
export type ReplyOf<O extends Operation> = Reply & { readonly [replyOf]: O['id'] };

/** A valid request for an operation. */
export interface ApiRequest<O extends Operation> {
  readonly parameters: ParametersOf<O>;
  readonly query: QueryOf<O>;
  readonly headers: HeadersOf<O>;
  readonly body: BodyOf<O>;
  /** Who sent the request, where callers are told apart (API key or IAM identity); else null. */
  readonly requester: string | null;
  /** Whether the client takes an answer that is compressed. */
  readonly acceptsGzip: boolean;
  /** Until the Lambda is ended, milliseconds; what was needed to read the request has passed. */
  readonly timeLeftMs: () => number;
  /** The absolute URL of an operation, at the host and stage that the request was sent to. */
  readonly url: <T extends Operation>(operation: T, parameters: PathValuesOf<T>) => string;
  /** Makes the reply with a status of the definition: its content and headers have the types defined there. */
  readonly answer: <S extends StatusOf<O>>(status: S, ...rest: AnswerArguments<O, S>) => ReplyOf<O>;
}

/** Kept back of the Lambda's time limit, to answer a 503 before it is killed. */
const TIME_TO_ANSWER_MS = 500;

/** The Lambda handler of an operation. `serve` gets a valid request; an error that it throws becomes an answer. */
export function endpoint<O extends Operation>(
  operation: O,
  serve: (request: ApiRequest<O>) => Promise<ReplyOf<O>>,
): ProxyHandler {
  return proxyHandler(async (event, context) => {
    const timeLeftMs = () => context.getRemainingTimeInMillis();
    return serve({ ...readRequest(operation, event), timeLeftMs });
  });
}

/** The middleware around every HTTP handler: the log line, the form of the answer, the answers to errors. */
export function proxyHandler(
  serve: (event: APIGatewayProxyEvent, context: Context) => Promise<Reply>,
): ProxyHandler {
  const { ALLOWED_ORIGINS } = environment('ALLOWED_ORIGINS');
  return middy<APIGatewayProxyEvent, Reply | APIGatewayProxyResult>({
    timeoutEarlyInMillis: TIME_TO_ANSWER_MS,
  })
    .use(requestLog())
    .use(crossOrigin(ALLOWED_ORIGINS))
    .use(rendering)
    .use(errorReplies)
    .handler(serve) as unknown as ProxyHandler;
}

const renderResponse = (request: middy.Request<APIGatewayProxyEvent>) => {
  request.response = render(request.response as Reply, acceptsGzip(request.event));
};

const rendering: middy.MiddlewareObj<APIGatewayProxyEvent, Reply | APIGatewayProxyResult> = {
  after: renderResponse,
  onError: renderResponse,
};

function readRequest<O extends Operation>(
  operation: O,
  event: APIGatewayProxyEvent,
): Omit<ApiRequest<O>, 'timeLeftMs'> {
  const template = pathsOf(operation).find((path) => path === event.resource) ?? operation.path;
  const parameters = readPathParameters(operation, template, event.path);
  logger.appendKeys(parameters);
  const base = baseUrl(template, event);
  return {
    parameters: parameters as ParametersOf<O>,
    query: readQuery(event, operation.query) as QueryOf<O>,
    headers: (operation.headers && readHeaders(event, operation.headers)) as HeadersOf<O>,
    body: (operation.body && readBody(event, operation.body)) as BodyOf<O>,
    acceptsGzip: acceptsGzip(event),
    requester: requesterOf(event),
    url: (target, values) => base + pathOf(target, values),
    answer: (status, ...rest) => {
      const [content, headers] = rest as [ContentOf<O, typeof status>?, Reply['headers']?];
      return { status, content, headers } as unknown as ReplyOf<O>;
    },
  };
}
