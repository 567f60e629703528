import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseMalformed, refuseTunnel, refuseUnusual, takeAbsoluteForm } from './early-responses.ts';
import { PortTaken } from './errors.ts';
import { cutIfIdle, endWithAnswer } from './read-body.ts';

/** A client that sends nothing of a body for so long is not waited for, as API Gateway does not. */
const IDLE_MS = 30_000;

/** A server that answers with a sentence what Node itself would answer without a body, and reads no body without end. */
export function createAnsweringServer(
  options: ServerOptions,
  onRequest: RequestListener,
  idleMs = IDLE_MS,
): Server {
  const listener: RequestListener = (request, response) => {
    endWithAnswer(request, response);
    cutIfIdle(request, response, idleMs);
    takeAbsoluteForm(request);
    if (!refuseUnusual(request, response)) onRequest(request, response);
  };
  return createServer({ ...options, requireHostHeader: false }, listener)
    .on('checkExpectation', listener)
    .on('clientError', refuseMalformed)
    .on('connect', refuseTunnel);
}

/** Listens, and returns the address. A server that listens at all addresses returns the loopback address. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw new PortTaken(port, error.code === 'EACCES' ? 'may not be used' : 'is taken');
  });
  const reachable =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${(server.address() as AddressInfo).port}`;
}

/**
 * Stops listening. Open requests have this many milliseconds to finish before their connections are closed.
 */
export async function closeServer(server: Server, drainMs = 0): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 20); // connections whose request is answered
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
