import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { requestSigner } from '../../lib/signing/sign-request.ts';

const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const credentials = async () => ({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey });
const sign = requestSigner(credentials, () => new Date('2026-11-21T10:00:00Z'));
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

test('the signature is that of AWS Signature Version 4', async () => {
  const body = '{"a":1}';
  const headers = await sign({
    method: 'POST',
    url: 'https://abc.execute-api.eu-west-2.amazonaws.com/production/api/vehicle/RRS%20A?b=2&a=1',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const scope = '20261121/eu-west-2/execute-api/aws4_request';
  const canonical = [
    'POST',
    '/production/api/vehicle/RRS%2520A',
    'a=1&b=2',
    'content-type:application/json',
    'host:abc.execute-api.eu-west-2.amazonaws.com',
    `x-amz-content-sha256:${sha256(body)}`,
    'x-amz-date:20261121T100000Z',
    '',
    'content-type;host;x-amz-content-sha256;x-amz-date',
    sha256(body),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', '20261121T100000Z', scope, sha256(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce((last: string | Buffer, part) => hmac(last, part), `AWS4${secretAccessKey}`);
  expect(headers.authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, ` +
      'SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, ' +
      `Signature=${hmac(key, toSign).toString('hex')}`,
  );
});

test('a host with a port is signed with it', async () => {
  const headers = await sign({
    method: 'GET',
    url: 'http://127.0.0.1:8000/api/vehicle',
    headers: {},
    body: undefined,
  });
  expect(headers.host).toBe('127.0.0.1:8000');
  expect(headers.authorization).toMatch(/\/execute-api\/aws4_request, SignedHeaders=host;x-amz-/);
});

test('without credentials it fails with a sentence', async () => {
  const none = requestSigner(() =>
    Promise.reject(new Error('Could not load credentials from any providers')),
  );
  await expect(
    none({ method: 'GET', url: 'http://127.0.0.1/', headers: {}, body: undefined }),
  ).rejects.toThrow("can't sign the request: Could not load credentials");
});
