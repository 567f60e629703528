import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * What web pages may do. A browser sends requests to this machine for any page that asks it to, so:
 * - the API is changed only by its own pages and by those that `Pages` names;
 * - the AWS port is closed to all pages, except that those of the API's own origin may read objects.
 */

const ONE_HOUR_SECONDS = '3600';

/** `localhost`, `*.localhost`, 127.0.0.0/8 or `[::1]`. */
const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);

/**
 * The address in an `Origin` or `Host` header; undefined for `null` and for anything that is not an address.
 */
function addressOf(text: string | undefined, scheme = ''): URL | undefined {
  return text === undefined ? undefined : (URL.parse(scheme + text) ?? undefined);
}

const isForThisMachine = ({ headers }: IncomingMessage): boolean =>
  isLoopback(addressOf(headers.host, 'http://')?.hostname ?? '');

/** Whether a request comes from a page that this machine serves. */
const isFromLocalPage = ({ headers }: IncomingMessage): boolean =>
  isLoopback(addressOf(headers.origin)?.hostname ?? '');

/** Lets the page that sent the request read the response. */
function admit({ headers }: IncomingMessage, response: ServerResponse, exposed: string): void {
  response.setHeader('access-control-allow-origin', headers.origin!);
  response.setHeader('access-control-expose-headers', exposed);
  response.setHeader('vary', 'Origin');
}

/** Whether a request is a browser's preflight: it asks whether a page may send another request. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', String(headers['access-control-request-method']));
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '');
  response.setHeader('access-control-max-age', ONE_HOUR_SECONDS);
  response.setHeader('access-control-allow-private-network', 'true');
  response.writeHead(204).end();
}

/** Allows pages of this machine to call the API. Returns true when the request is answered. */
export function admitLocalPage(request: IncomingMessage, response: ServerResponse): boolean {
  if (!isFromLocalPage(request)) return false;
  admit(request, response, 'Allow, Location, Retry-After');
  if (!isPreflight(request)) return false;
  answerPreflight(request, response);
  return true;
}

/** Refuses requests for another host's name: one that the owner of a page has pointed at this machine. */
export function refuseRebound(request: IncomingMessage, response: ServerResponse): boolean {
  if (isForThisMachine(request)) return false;
  return refuseCall(response, 'Use localhost or 127.0.0.1 as the host of the local API.');
}

/** Pages that this machine serves, on any port; or those of some origins, of all if `*` is among them. */
export type Pages = 'local' | readonly string[];

/**
 * Refuses requests of other pages that would change something. A browser sends one without a preflight if it has no
 * Content-Type. Returns true when the request is answered.
 */
export function refuseForeignPage(request: IncomingMessage, response: ServerResponse, pages: Pages): boolean {
  const { headers, method = '' } = request;
  const { origin } = headers;
  if (origin === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
  const isOwn = origin === `http://${headers.host}`;
  const mayCall =
    pages === 'local' ? isFromLocalPage(request) : pages.includes('*') || pages.includes(origin);
  if (isOwn || mayCall) return false;
  return refuseCall(response, 'Pages of other sites may not use the local API.');
}

export interface AwsPortAccess {
  /** The port at which the API answers; empty until the API is running. */
  readonly apiPort: string;
  /** Whether the AWS port is reachable only from this machine. */
  readonly isLocal: boolean;
}

/**
 * Refuses requests from web pages, and requests for another host's name (a name that the owner of a page has
 * pointed at this machine). Returns true when the request is answered.
 */
export function refusePage(
  request: IncomingMessage,
  response: ServerResponse,
  { apiPort, isLocal }: AwsPortAccess,
): boolean {
  const { headers, method = '' } = request;
  if (isLocal && !isForThisMachine(request)) {
    return refuseAwsCall(response, 'Use localhost or 127.0.0.1 as the host of the local AWS endpoint.');
  }
  if (headers.origin === undefined) return false;
  const isOwnPage = isFromLocalPage(request) && addressOf(headers.origin)?.port === apiPort;
  const reads = ['GET', 'HEAD'].includes(
    isPreflight(request) ? String(headers['access-control-request-method']) : method,
  );
  if (!isOwnPage || !reads) {
    return refuseAwsCall(response, 'Web pages may not use the local AWS endpoint.');
  }
  admit(request, response, 'Accept-Ranges, Content-Length, Content-Range, ETag, Last-Modified');
  if (!isPreflight(request)) return false;
  answerPreflight(request, response);
  return true;
}

const refuseCall = (response: ServerResponse, error: string): true => refuse(response, { error });

/** With what clients of AWS read. */
const refuseAwsCall = (response: ServerResponse, message: string): true =>
  refuse(response, { __type: 'AccessDeniedException', message });

function refuse(response: ServerResponse, body: object): true {
  response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}
