import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, expect, it } from 'vitest';
import { MeshBucket } from '../../lib/aws/mesh-bucket.ts';
import { s3Settings } from '../../lib/aws/s3-client.ts';
import { transientFailure } from '../../lib/jobs/transient-failures.ts';

const servers: { close(): void; closeAllConnections(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The bucket of an S3 that answers every request so. */
async function bucketThat(answer: (response: ServerResponse) => void): Promise<MeshBucket> {
  const server = createServer((_, response) => answer(response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new S3Client({
    ...s3Settings(40),
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forcePathStyle: true,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  return new MeshBucket(client, 'meshes');
}

async function failureOf(bucket: MeshBucket): Promise<Error> {
  try {
    for await (const _ of (await bucket.read('key'))!);
  } catch (error) {
    return error as Error;
  }
  throw new Error('The object was read.');
}

it('a body of S3 that stalls is a transient failure, soon', async () => {
  const bucket = await bucketThat((response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('begun');
  });
  expect(transientFailure(await failureOf(bucket))).toBe('unavailable');
});

it('a connection that is reset in the body is a transient failure', async () => {
  const bucket = await bucketThat((response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('begun', () => response.socket?.resetAndDestroy());
  });
  expect(transientFailure(await failureOf(bucket))).toBe('unavailable');
});

it('a body that ends before its length is a transient failure', async () => {
  const bucket = await bucketThat((response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('begun', () => response.socket?.end());
  });
  expect(transientFailure(await failureOf(bucket))).toBe('unavailable');
});
