import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import dynalite from 'dynalite';
import { Level } from 'level';
import './direct-reads.ts';
import type { DataFolder } from '../data-folder.ts';
import { DamagedData } from '../errors.ts';
import { asksForOldItem, withoutOldItem } from './old-items.ts';

/** Longest time that `close` waits for open requests, ms. */
const CLOSE_TIMEOUT_MS = 5000;

/**
 * DynamoDB, implemented by dynalite, on disk or (without a path) in memory. It has no port: requests are
 * passed to it within the process.
 */
export class Database {
  readonly #server: Server;
  readonly #unanswered = new Set<Promise<void>>();
  #isClosed = false;

  constructor(path?: string) {
    this.#server = dynalite({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  }

  /**
   * Opens the database of a data folder. If the previous process was killed, all stored data is read once,
   * because dynalite would end this process if it found a damaged file later.
   * @throws DamagedData
   */
  static async open(data: DataFolder): Promise<Database> {
    const path = data.folder('dynamodb');
    const level = new Level(path);
    try {
      await level.open();
      if (data.wasKilled) for await (const _ of level.iterator()) void _;
    } catch (error) {
      const { cause = error } = error as Error;
      throw new DamagedData(data.path, path, `cannot be read (${(cause as Error).message})`);
    } finally {
      await level.close();
    }
    return new Database(path);
  }

  /** Answers one request of the DynamoDB protocol; its body has already been read and parsed. */
  handle(
    request: IncomingMessage,
    body: Buffer,
    input: Readonly<Record<string, unknown>>,
    response: ServerResponse,
  ): void {
    if (this.#isClosed) return void response.writeHead(503).end();
    const { headers, method, url } = request;
    const answered = Promise.withResolvers<void>();
    this.#unanswered.add(answered.promise);
    const end = response.end.bind(response) as (text?: string) => ServerResponse;
    response.end = ((text?: string) => {
      this.#unanswered.delete(answered.promise);
      answered.resolve();
      return end(
        response.statusCode === 400 && text && !asksForOldItem(input) ? dropItem(response, text) : text,
      );
    }) as ServerResponse['end'];
    this.#server.emit('request', Object.assign(Readable.from([body]), { headers, method, url }), response);
  }

  /**
   * Closes the files once every request is answered, even if its client has disconnected: dynalite fails when
   * its files close during a request. dynalite closes them only for a server that listens, so it listens for
   * a moment.
   */
  async close(): Promise<void> {
    await Promise.race([
      Promise.all(this.#unanswered),
      setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    this.#isClosed = true;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    await promisify(this.#server.close.bind(this.#server))();
  }
}

/** Removes the stored item from an error response, and the headers that describe the longer text. */
function dropItem(response: ServerResponse, text: string): string {
  const body = withoutOldItem(text);
  response.removeHeader('x-amz-crc32');
  response.setHeader('content-length', Buffer.byteLength(body));
  return body;
}
