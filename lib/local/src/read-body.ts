import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The body, or undefined as soon as it has, or says that it has, more than `limit` bytes; the rest is discarded.
 * @throws Error when the client disconnects before its end
 */
// By events: the asynchronous iterators of streams cost several times as much processor time.
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length']) > limit) return Promise.resolve(undefined);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const pieces: Buffer[] = [];
  let size = 0;
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    else resolve(undefined);
  });
  request.on('end', () => resolve(Buffer.concat(pieces)));
  request.on('error', reject);
  return promise;
}

const TIME_TO_READ_MS = 1000;

/**
 * Closes the connection if a body has not ended a moment after the answer, in which the client can read that: the body may
 * be without end, and Node would read and drop it.
 */
export function endWithAnswer(request: IncomingMessage, response: ServerResponse): void {
  const end = () => request.complete || request.destroy();
  response.on('finish', () => setTimeout(end, TIME_TO_READ_MS).unref());
}
