import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Responses that are sent before a request can reach any part of the stack; JSON, like all others. */

/** The start takes a few seconds. */
const RETRY_AFTER_SECONDS = '2';

/** While the stack starts. */
export function refuseUntilReady(response: ServerResponse): void {
  const headers = { 'content-type': 'application/json', 'retry-after': RETRY_AFTER_SECONDS };
  response
    .writeHead(503, headers)
    .end(JSON.stringify({ error: 'The service is starting. Try again in a moment.' }));
}

/** Status and sentence by Node's name of the error, of requests that its parser does not take. */
const REFUSALS: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The path and headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
const MALFORMED = [
  '400 Bad Request',
  'This is not a valid HTTP request: check its method, path and headers.',
] as const;

/**
 * When Node's parser refuses a request: invalid method, invalid bytes in the path, a header section that is too long,
 * or a request that does not come to its end.
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, sentence] = REFUSALS[error.code ?? ''] ?? MALFORMED;
  endWith(socket, status, sentence);
}

/** A CONNECT, which asks for a proxy. Without this, Node would close the connection. */
export function refuseTunnel(_: IncomingMessage, socket: Duplex): void {
  endWith(socket, '405 Method Not Allowed', 'CONNECT is not allowed: this is no proxy.');
}

function endWith(socket: Duplex, status: string, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** A request in absolute form, as proxies get it, is for the host in its target, whatever the header says (RFC 9112, 3.2.2). */
export function takeAbsoluteForm(request: IncomingMessage): void {
  const [, host, rest] = /^http:\/\/([^/?]*)(.*)$/is.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  const { headers, rawHeaders } = request;
  headers.host = host;
  const place = rawHeaders.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  rawHeaders.splice(place < 0 ? rawHeaders.length : place, 2, 'Host', host);
  request.url = rest!.startsWith('/') ? rest : `/${rest}`;
}

/** A name or an address, with or without a port. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i;

/**
 * What Node would answer without a body, or would let pass: a request without a host, with something else as its host,
 * with two hosts or types of content (of which each part of the stack could take another), or with an expectation.
 */
export function refuseUnusual({ headers, rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  const count = (wanted: string) =>
    rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === wanted).length;
  const faults: [boolean, number, string][] = [
    [headers.host === undefined, 400, 'The header Host is missing.'],
    [count('host') > 1, 400, 'There is more than one header Host.'],
    [!HOST.test(headers.host ?? ''), 400, 'The header Host must be the name or address of a host.'],
    [count('content-type') > 1, 400, 'There is more than one header Content-Type.'],
    [
      headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue',
      417,
      'Of the header Expect, only 100-continue is known.',
    ],
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (!fault) return false;
  response
    .writeHead(fault[1], { 'content-type': 'application/json', connection: 'close' })
    .end(JSON.stringify({ error: fault[2] }));
  return true;
}
