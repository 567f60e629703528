import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import dynalite from 'dynalite';

/** No answer takes longer, ms. */
const LONGEST_ANSWER_MS = 5000;

/** DynamoDB on disk, by dynalite. It is given its requests directly: no port of its own is open. */
export class Database {
  readonly #server: Server;
  readonly #unanswered = new Set<Promise<void>>();

  constructor(path: string) {
    this.#server = dynalite({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  }

  /** Answers one request of the DynamoDB protocol, whose body has been read. */
  handle(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { headers, method, url } = request;
    const answered = Promise.withResolvers<void>();
    this.#unanswered.add(answered.promise);
    const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
    response.end = (...parts: unknown[]) => {
      this.#unanswered.delete(answered.promise);
      answered.resolve();
      return end(...parts);
    };
    this.#server.emit('request', Object.assign(Readable.from([body]), { headers, method, url }), response);
  }

  /**
   * Closes the files once every request is answered, whoever still listens to the answer: dynalite fails on files that
   * close under it. It closes them only for a server that listens, hence the moment of listening.
   */
  async close(): Promise<void> {
    await Promise.race([
      Promise.all(this.#unanswered),
      setTimeout(LONGEST_ANSWER_MS, undefined, { ref: false }),
    ]);
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    await promisify(this.#server.close.bind(this.#server))();
  }
}
