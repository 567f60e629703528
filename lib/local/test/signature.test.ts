import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, test } from 'vitest';
import { Sha256, verifySignature } from '../src/gateway/signature.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const secretOf = (id: string) => (id === 'local' ? 'local' : undefined);

/** A request that is signed for some of its headers. */
async function signed(names: readonly string[], sentHost: string): Promise<IncomingMessage> {
  const signer = new SignatureV4({
    credentials,
    region: 'us-east-1',
    service: 'execute-api',
    sha256: Sha256,
    applyChecksum: false,
  });
  const { headers } = await signer.sign(
    {
      method: 'GET',
      protocol: 'http:',
      hostname: 'localhost',
      path: '/things',
      headers: { host: 'localhost' },
    },
    { signableHeaders: new Set(names), unsignableHeaders: new Set(names.includes('host') ? [] : ['host']) },
  );
  return {
    method: 'GET',
    url: '/things',
    headers: { ...headers, host: sentHost },
  } as unknown as IncomingMessage;
}

test.each([
  ['is accepted for its host', ['host', 'x-amz-date'], 'localhost', { accessKeyId: 'local' }],
  ['does not count for another host', ['host', 'x-amz-date'], 'elsewhere', { fault: 'INVALID_SIGNATURE' }],
  ['does not count where it covers no host', ['x-amz-date'], 'localhost', { fault: 'INVALID_SIGNATURE' }],
  ['does not count for what is no host', ['host', 'x-amz-date'], 'a b:c', { fault: 'INVALID_SIGNATURE' }],
])('a signature %s', async (_, names, host, expected) => {
  const request = await signed(names, host);
  expect(await verifySignature(request, Buffer.from(''), secretOf)).toEqual(expected);
});

test.each([-301_000, 301_000])('a signature does not count %i ms from when it was made', async (later) => {
  const request = await signed(['host', 'x-amz-date'], 'localhost');
  expect(await verifySignature(request, Buffer.from(''), secretOf, Date.now() + later)).toEqual({
    fault: 'EXPIRED_TOKEN',
  });
});
