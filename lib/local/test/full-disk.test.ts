import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { startLocalStack } from '../src/index.ts';
import { clientOptions, source } from './stack.ts';

/** Only Linux can limit a process from outside. */
test.skipIf(process.platform !== 'linux')(
  'what is accepted after the disk was full is there after a restart',
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'full-disk-'));
    const accepted = await new Promise<string[]>((resolve, reject) => {
      const child = join(import.meta.dirname, 'full-disk.ts');
      execFile(process.execPath, [child, dataFolder], (error, stdout, stderr) =>
        stdout ? resolve(JSON.parse(stdout)) : reject(new Error(stderr, { cause: error })),
      );
    });
    expect(accepted).toEqual(['before', 'after-1', 'after-2', 'after-3']);
    const stack = await startLocalStack({ source, dataFolder });
    const scan = new ScanCommand({ TableName: 'runner-test-Table' });
    const { Items } = await new DynamoDBClient(clientOptions(stack)).send(scan);
    await stack.stop();
    expect(Items!.map(({ id }) => id!.S).sort()).toEqual(accepted.toSorted());
    await rm(dataFolder, { recursive: true });
  },
);
