import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen } from '../servers.ts';
import { Database } from './database.ts';

/** DynamoDB alone, in memory, for tests of code that stores items. */
export interface LocalDynamoDb {
  /** Address for a client's `endpoint` option. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts an empty DynamoDB in memory, at a free port of the loopback interface. It accepts any credentials
 * and region.
 */
export async function startDynamoDb(): Promise<LocalDynamoDb> {
  const database = await Database.inMemory();
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    await database.handle(operation, JSON.parse(await text(request)), response);
  });
  const url = await listen(server, '127.0.0.1', 0);
  const stop = async () => {
    await closeServer(server);
    await database.close();
  };
  return { url, stop };
}
