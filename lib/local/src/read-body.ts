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
 * Reads no more of a body once it is answered, and closes the connection a moment later, in which the client can read the answer:
 * the body may be without end, and Node would read and drop it.
 */
export function endWithAnswer(request: IncomingMessage, response: ServerResponse): void {
  const end = () => request.complete || request.destroy();
  response.on('prefinish', () => {
    if (request.complete) return;
    request.read(0); // Node drops what is left of a body that nobody has begun to read
    request.pause();
  });
  response.on('finish', () => setTimeout(end, TIME_TO_READ_MS).unref());
}

/** Answers a body of which nothing has come for a time, and closes its connection. */
export function cutIfIdle(request: IncomingMessage, response: ServerResponse, idleMs: number): void {
  const { socket, headers } = request;
  if (!(Number(headers['content-length']) > 0) && headers['transfer-encoding'] === undefined) return;
  let read = -1;
  const timer = setInterval(() => {
    if (request.complete) clearInterval(timer);
    else if (socket.bytesRead > read) read = socket.bytesRead;
    else if (response.headersSent) request.destroy();
    else {
      const error = `Nothing of the body has come for ${idleMs / 1000} s.`;
      const answer = { 'content-type': 'application/json', connection: 'close' };
      response.writeHead(408, answer).end(JSON.stringify({ error }));
    }
  }, idleMs);
  timer.unref();
  response.on('close', () => clearInterval(timer));
}
