import { setTimeout as delay } from 'node:timers/promises';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { ServiceBusy } from '../jobs/errors.ts';

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 50;

/**
 * The items with some keys, at most 100, in no particular order; those that don't exist are left out. A busy table
 * leaves keys unprocessed: they are asked for again, after ever longer waits.
 *
 * @throws ServiceBusy where keys are left in the end.
 */
export async function batchGet(
  client: DynamoDBDocumentClient,
  table: string,
  keys: readonly Record<string, string | number>[],
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let wanted: BatchGetCommandInput['RequestItems'] = { [table]: { Keys: [...keys] } };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await delay(FIRST_WAIT_MS * 2 ** (attempt - 1));
    const output: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: wanted }));
    items.push(...(output.Responses?.[table] ?? []));
    wanted = output.UnprocessedKeys;
    if (!wanted?.[table]?.Keys?.length) return items;
  }
  throw new ServiceBusy(`The table ${table} left keys unprocessed.`);
}
