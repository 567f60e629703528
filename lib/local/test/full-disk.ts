import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { startLocalStack } from '../src/index.ts';
import { clientOptions, source } from './stack.ts';

/**
 * A process of its own, which stores items while no file may grow by more than a few bytes, as on a full disk, and
 * afterwards. Writes the names of those that were accepted, and ends as by `kill -9`.
 */

const [dataFolder] = process.argv.slice(2) as [string];
const stack = await startLocalStack({ source, dataFolder });
const client = new DynamoDBClient({ ...clientOptions(stack), maxAttempts: 1 });

const isStored = (name: string): Promise<boolean> =>
  client
    .send(
      new PutItemCommand({
        TableName: 'runner-test-Table',
        Item: { id: { S: name }, note: { S: name.repeat(50) } },
      }),
    )
    .then(
      () => true,
      () => false,
    );

/** Sets this process's limit, which a write reaches as it does the end of a disk: half done. */
const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);

function logSize(): number {
  const folder = join(dataFolder, 'dynamodb');
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return Math.max(...logs.map((name) => statSync(join(folder, name)).size));
}

const accepted: string[] = [];
const store = async (...names: string[]) => {
  for (const name of names) if (await isStored(name)) accepted.push(name);
};
await store('before');
limitFiles(logSize() + 100);
await store('full');
limitFiles('unlimited');
await store('after-1', 'after-2', 'after-3');
process.stdout.write(JSON.stringify(accepted), () => process.kill(process.pid, 'SIGKILL'));
