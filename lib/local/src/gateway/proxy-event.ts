import type { IncomingMessage } from 'node:http';
import { ACCOUNT } from '../identities.ts';
import type { RestApi } from './rest-api.ts';
import type { Match } from './routing.ts';

/** What a function learns about the caller: part of `requestContext.identity`. */
export type Caller = Readonly<Record<string, string | null>>;

const parts = (mediaType: string) => mediaType.split(';')[0]!.trim().toLowerCase();

/** Whether a media type is one of an API's binary types; `*` in either half matches anything. */
export function isBinary(binaryMediaTypes: readonly string[], mediaType: string | undefined): boolean {
  const [type, subtype] = parts(mediaType ?? '').split('/');
  return binaryMediaTypes.some((each) => {
    const [binaryType, binarySubtype] = parts(each).split('/');
    return (
      (binaryType === '*' || binaryType === type) && (binarySubtype === '*' || binarySubtype === subtype)
    );
  });
}

function multiValue(pairs: Iterable<[string, string]>): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
}

const lastOf = (values: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, each]) => [name, each.at(-1)!]));

function headersOf({ rawHeaders, socket }: IncomingMessage, traceId: string): Record<string, string[]> {
  const pairs: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) pairs.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  const dropped = new Set([
    'connection',
    'transfer-encoding',
    'content-length',
    'keep-alive',
    'x-forwarded-for',
    'x-forwarded-port',
    'x-forwarded-proto',
  ]);
  return multiValue([
    ...pairs.filter(([name]) => !dropped.has(name.toLowerCase())),
    ['X-Amzn-Trace-Id', traceId.split(';')[0]!],
    ['X-Forwarded-For', socket.remoteAddress ?? ''],
    ['X-Forwarded-Port', String(socket.localPort)],
    ['X-Forwarded-Proto', 'http'],
  ]);
}

/** `21/Nov/2026:09:02:25 +0000`. */
function commonLogTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

/**
 * The event of a Lambda proxy integration, format 1.0. The API answers at the root, like an API behind a
 * custom domain: the event's path is the request's path, without the stage's name.
 */
export function proxyEvent(
  api: RestApi,
  request: IncomingMessage,
  { route, pathParameters }: Match,
  body: Buffer,
  { requestId, traceId, caller }: { requestId: string; traceId: string; caller: Caller },
): object {
  const [path, search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const headers = headersOf(request, traceId);
  const query = multiValue(new URLSearchParams(search));
  const isBase64Encoded = body.length > 0 && isBinary(api.binaryMediaTypes, request.headers['content-type']);
  const now = Date.now();
  return {
    resource: route.resource,
    path,
    httpMethod: request.method,
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: search ? lastOf(query) : null,
    multiValueQueryStringParameters: search ? query : null,
    pathParameters,
    stageVariables: api.stageVariables,
    requestContext: {
      accountId: ACCOUNT,
      apiId: api.id,
      domainName: request.headers.host,
      domainPrefix: request.headers.host?.split('.')[0],
      extendedRequestId: requestId,
      httpMethod: request.method,
      identity: {
        ...caller,
        sourceIp: request.socket.remoteAddress,
        userAgent: request.headers['user-agent'] ?? null,
      },
      path,
      protocol: 'HTTP/1.1',
      requestId,
      requestTime: commonLogTime(new Date(now)),
      requestTimeEpoch: now,
      resourceId: route.resourceId,
      resourcePath: route.resource,
      stage: api.stage,
    },
    body: body.length ? body.toString(isBase64Encoded ? 'base64' : 'utf8') : null,
    isBase64Encoded,
  };
}
