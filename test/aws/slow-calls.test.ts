import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it, vi } from 'vitest';
import { logger } from '../../lib/aws/logger.ts';
import { tellSlowCalls } from '../../lib/aws/slow-calls.ts';

afterEach(() => vi.restoreAllMocks());

/** A client of a table that answers, or does not, after so long by a clock of its own. */
function clientOf(milliseconds: number, answers = true) {
  let now = 0;
  const handle = async () => {
    now += milliseconds;
    if (!answers) throw new Error('no answer');
    return { response: { statusCode: 200, headers: {}, body: new TextEncoder().encode('{}') } };
  };
  const client = new DynamoDBClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
    requestHandler: { handle } as never,
  });
  return DynamoDBDocumentClient.from(tellSlowCalls(client, () => now));
}

const read = new GetCommand({ TableName: 'requests', Key: { pk: 'route#1' } });

it('a call that takes more than a second is told, whether or not it was answered', async () => {
  const warn = vi.spyOn(logger, 'warn').mockImplementation(() => {});
  await clientOf(1_000).send(read);
  expect(warn).not.toHaveBeenCalled();
  await clientOf(1_200).send(read);
  await expect(clientOf(9_000, false).send(read)).rejects.toThrow('no answer');
  const told = { client: 'DynamoDBClient', command: 'GetItemCommand' };
  expect(warn.mock.calls).toEqual([
    ['slow call', { ...told, milliseconds: 1_200 }],
    ['slow call', { ...told, milliseconds: 9_000 }],
  ]);
});
