import type { IncomingMessage } from 'node:http';

/** The body of a request. @throws Error when the client disconnects before its end */
export function readBody(request: IncomingMessage): Promise<Buffer>;
/** The body, or undefined as soon as it has more than `limit` bytes; the rest is discarded. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined>;
// By events: the asynchronous iterators of streams cost several times as much processor time.
export function readBody(
  request: IncomingMessage,
  limit = Number.POSITIVE_INFINITY,
): Promise<Buffer | undefined> {
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
