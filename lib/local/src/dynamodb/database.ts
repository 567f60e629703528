import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { ClassicLevel } from 'classic-level';
import dynalite, { type Refusal, type Store } from 'dynalite/db/index.js';
import { sendJson } from '../aws-responses.ts';
import type { DataFolder } from '../data-folder.ts';
import { DamagedData } from '../errors.ts';
import { openForDirectReads } from './direct-reads.ts';
import { asksForOldItem, withoutOldItem } from './old-items.ts';
import { isWrite, runOperation } from './operations.ts';
import { TornLog } from './torn-log.ts';

/** Longest time that `close` waits for open requests, ms. */
const CLOSE_TIMEOUT_MS = 5000;

/** DynamoDB, implemented by dynalite, on disk or in memory. */
export class Database {
  readonly #store: Store;
  /** Undefined in memory. */
  readonly #tornLog: TornLog | undefined;
  readonly #unanswered = new Set<Promise<void>>();
  #isClosed = false;

  private constructor(store: Store, path: string | undefined) {
    this.#store = store;
    this.#tornLog = path === undefined ? undefined : new TornLog(path, store.db);
  }

  static async inMemory(): Promise<Database> {
    return Database.#openAt(undefined);
  }

  /**
   * Opens the database of a data folder. All that is stored is read once (100,000 items take 0.4 s): the process would
   * end if a request found a damaged file later.
   * @throws DamagedData
   */
  static async open(data: DataFolder): Promise<Database> {
    const path = data.folder('dynamodb');
    try {
      if (data.lostIndex) await ClassicLevel.repair(path);
      await readAll(path);
    } catch (error) {
      const { cause = error } = error as Error;
      throw new DamagedData(data.path, path, `cannot be read (${(cause as Error).message})`);
    }
    return Database.#openAt(path);
  }

  static async #openAt(path: string | undefined): Promise<Database> {
    const store = dynalite.create({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
    await openForDirectReads(store);
    return new Database(store, path);
  }

  /** Answers one request of the DynamoDB protocol. @throws AwsError for an unknown operation */
  async handle(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    response: ServerResponse,
  ): Promise<void> {
    if (this.#isClosed) return void response.writeHead(503).end();
    const answered = Promise.withResolvers<void>();
    this.#unanswered.add(answered.promise);
    try {
      await this.#answer(operation, input, response);
    } finally {
      this.#unanswered.delete(answered.promise);
      answered.resolve();
    }
  }

  async #answer(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    response: ServerResponse,
  ): Promise<void> {
    try {
      if (isWrite(operation)) await this.#tornLog?.renew();
      sendJson(response, 200, await runOperation(this.#store, operation, input));
    } catch (error) {
      const { statusCode, body } = error as Partial<Refusal>;
      if (statusCode === undefined || body === undefined) {
        this.#tornLog?.suspect();
        throw error;
      }
      sendJson(response, statusCode, asksForOldItem(input) ? body : withoutOldItem(body));
    }
  }

  /**
   * Closes the files once every request is answered, even if its client has disconnected: dynalite fails when
   * its files close during a request.
   */
  async close(): Promise<void> {
    await Promise.race([
      Promise.all(this.#unanswered),
      setTimeout(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    this.#isClosed = true;
    await this.#store.db.close();
  }
}

async function readAll(path: string): Promise<void> {
  const level = new ClassicLevel(path);
  try {
    for await (const _ of level.iterator()) void _;
  } finally {
    await level.close();
  }
}
