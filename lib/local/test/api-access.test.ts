import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiKeys } from '../src/gateway/api-keys.ts';
import { Sha256 } from '../src/gateway/signature.ts';
import { tokenBucket } from '../src/gateway/token-bucket.ts';
import { DEVELOPER, type Resource, type StackSource } from '../src/index.ts';
import { resolveStack } from '../src/resolved-stack.ts';
import { discard, source, startTestStack } from './stack.ts';

const resources = source.template.Resources as Record<string, Resource>;
const ref = (Ref: string) => ({ Ref });
const method = (of: string, properties: object): Resource => ({
  ...resources[of]!,
  Properties: { ...resources[of]!.Properties, ...properties },
});

/** The test stack with a key on GET /things and signatures on POST /things. */
const guarded: StackSource = {
  ...source,
  template: {
    ...source.template,
    Resources: {
      ...resources,
      GetThings: method('GetThings', { ApiKeyRequired: true }),
      PostThings: method('PostThings', { AuthorizationType: 'AWS_IAM' }),
      Key: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Enabled: true } },
      Spare: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Enabled: true, Value: 'not-in-a-plan' } },
      Plan: {
        Type: 'AWS::ApiGateway::UsagePlan',
        Properties: {
          ApiStages: [{ ApiId: ref('Api'), Stage: ref('Stage') }],
          Throttle: { RateLimit: 1, BurstLimit: 2 },
          Quota: { Limit: 3, Period: 'DAY' },
        },
      },
      PlanKey: {
        Type: 'AWS::ApiGateway::UsagePlanKey',
        Properties: { KeyId: ref('Key'), KeyType: 'API_KEY', UsagePlanId: ref('Plan') },
      },
    },
  },
};

let stack: Awaited<ReturnType<typeof startTestStack>>;
beforeAll(async () => {
  stack = await startTestStack({ source: guarded });
});
afterAll(() => discard(stack));

test('the value of a key is told to who may read it', async () => {
  const { value, id, name } = stack.apiKeys[0]!;
  const ask = (path: string) =>
    fetch(`${stack.awsUrl}${path}`, {
      headers: {
        authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/apigateway/aws4_request, x',
      },
    });
  expect(await (await ask(`/apikeys/${id}?includeValue=true`)).json()).toEqual({ id, name, value });
  expect(await (await ask(`/apikeys/${id}`)).json()).toEqual({ id, name });
  expect((await ask('/apikeys/none')).status).toBe(404);
});

test('a method with a key answers to keys of a usage plan only', async () => {
  const get = (key?: string) => fetch(`${stack.apiUrl}/things`, { headers: key ? { 'x-api-key': key } : {} });
  const { value, id } = stack.apiKeys[0]!;
  expect(stack.apiKeys).toHaveLength(1);
  for (const wrong of [undefined, 'x', 'not-in-a-plan']) expect((await get(wrong)).status).toBe(403);
  const answer = await get(value);
  expect(answer.status).toBe(200);
  const { event } = (await answer.json()) as { event: { requestContext: { identity: object } } };
  expect(event.requestContext.identity).toMatchObject({ apiKey: value, apiKeyId: id });
});

test('a usage plan bounds rate, burst and quota of each key', () => {
  let now = Date.parse('2026-11-21T23:59:59Z');
  const resolved = resolveStack(guarded, { apiUrl: '', awsUrl: '' });
  const keys = new ApiKeys(resolved, 'test', () => now);
  const { value } = keys.all()[0]!;
  const use = () => {
    const used = keys.use(value);
    return 'fault' in used ? used.fault : 'admitted';
  };
  expect([use(), use(), use(), use()]).toEqual(['admitted', 'admitted', 'THROTTLED', 'QUOTA_EXCEEDED']);
  now += 2000; // the next day
  expect([use(), use(), use()]).toEqual(['admitted', 'admitted', 'THROTTLED']);

  let ms = 0;
  const take = tokenBucket({ rate: 2, burst: 3 }, () => ms);
  expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
  ms = 500;
  expect([take(), take()]).toEqual([true, false]);
});

interface Signing {
  readonly credentials?: { accessKeyId: string; secretAccessKey: string };
  readonly service?: string;
  readonly signingDate?: Date;
  /** Body that is sent, where it is not the one that is signed. */
  readonly sent?: string;
  /** Whether the body's digest is also in a header, as the AWS SDK for JavaScript does and curl does not. */
  readonly applyChecksum?: boolean;
}

async function post({
  credentials = DEVELOPER,
  service = 'execute-api',
  signingDate,
  sent,
  applyChecksum = true,
}: Signing = {}) {
  const { host, hostname } = new URL(stack.apiUrl);
  const body = '{"statusCode":200,"body":"{}"}';
  const signer = new SignatureV4({
    credentials,
    region: 'eu-west-2',
    service,
    sha256: Sha256,
    applyChecksum,
  });
  const { headers } = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname,
      path: '/things',
      query: { a: 'b c', d: ['1', '2'] },
      headers: { host, 'content-type': 'application/json' },
      body,
    },
    signingDate ? { signingDate } : {},
  );
  const { host: _, ...others } = headers;
  return fetch(`${stack.apiUrl}/things?d=2&a=b%20c&d=1`, {
    method: 'POST',
    headers: others,
    body: sent ?? body,
  });
}

test('a method with IAM answers to valid signatures only', async () => {
  for (const applyChecksum of [true, false]) {
    expect((await post({ applyChecksum })).status).toBe(200);
    const other = await post({ applyChecksum, sent: '{"statusCode":200,"body":"[]"}' });
    expect(await other.text()).toContain('signature');
  }
  expect((await fetch(`${stack.apiUrl}/things`, { method: 'POST', body: '{}' })).status).toBe(403);
  const refusals: [Signing, string][] = [
    [{ credentials: { accessKeyId: 'local', secretAccessKey: 'guess' } }, 'signature'],
    [{ credentials: { accessKeyId: 'nobody', secretAccessKey: 'local' } }, 'signature'],
    [{ service: 's3' }, 'Missing Authentication Token'],
    [{ signingDate: new Date(Date.now() - 3_600_000) }, 'expired'],
  ];
  for (const [signing, message] of refusals) {
    const answer = await post(signing);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(message);
  }
});

test('a role needs execute-api:Invoke', async () => {
  // the function's own credentials, whose role says nothing of the API
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } =
    stack.environment('Echo');
  const answer = await post({
    credentials: { accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey! },
  });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('not authorized');
});

test('an authorizer that local mode cannot check stops the start', async () => {
  const GetThings = method('GetThings', { AuthorizationType: 'COGNITO_USER_POOLS' });
  const other = { ...source, template: { ...source.template, Resources: { ...resources, GetThings } } };
  await expect(startTestStack({ source: other })).rejects.toThrow('COGNITO_USER_POOLS');
});
