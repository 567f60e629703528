import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import dynalite from 'dynalite';

/** DynamoDB on disk, by dynalite. It is given its requests directly: no port of its own is open. */
export class Database {
  readonly #server: Server;

  constructor(path: string) {
    this.#server = dynalite({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  }

  /** Answers one request of the DynamoDB protocol, whose body has been read. */
  handle(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { headers, method, url } = request;
    this.#server.emit('request', Object.assign(Readable.from([body]), { headers, method, url }), response);
  }

  /** Closes the files. dynalite does so only for a server that listens, hence the moment of listening. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    await promisify(this.#server.close.bind(this.#server))();
  }
}
