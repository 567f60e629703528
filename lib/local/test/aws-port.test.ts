import { GetFunctionCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { GetExecutionHistoryCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions, discard, rawAnswer, startTestStack } from './stack.ts';

let stack: Awaited<ReturnType<typeof startTestStack>>;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => discard(stack));
const options = () => ({ ...clientOptions(stack), maxAttempts: 1 });

const authorization = (service: string) =>
  `AWS4-HMAC-SHA256 Credential=anyone/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

/** A request as the AWS command line sends it. */
async function send(service: string, body: string, headers: Record<string, string>) {
  const response = await fetch(stack.awsUrl, {
    method: 'POST',
    body,
    headers: { authorization: authorization(service), ...headers },
  });
  return { status: response.status, text: await response.text() };
}
const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
const target = (name: string) => ({ 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': name });

test('sts get-caller-identity', async () => {
  const { status, text } = await send('sts', 'Action=GetCallerIdentity&Version=2011-06-15', form);
  expect(status).toBe(200);
  expect(text).toContain('<Arn>arn:aws:iam::000000000000:root</Arn>');
});

test('lambda list-functions and get-function', async () => {
  const lambda = new LambdaClient(options());
  const { Functions } = await lambda.send(new ListFunctionsCommand({}));
  expect(Functions!.map(({ FunctionName }) => FunctionName)).toContain('runner-test-Act');
  const { Configuration } = await lambda.send(new GetFunctionCommand({ FunctionName: 'runner-test-Act' }));
  expect(Configuration).toMatchObject({ Handler: 'index.act', MemorySize: 128, Runtime: 'nodejs24.x' });
});

test('logs tail', async () => {
  await stack.invoke('Act', { action: 'return' });
  const ask = (name: string, input: object) =>
    send('logs', JSON.stringify(input), target(`Logs_20140328.${name}`));
  const groups = JSON.parse((await ask('DescribeLogGroups', {})).text).logGroups;
  expect(groups).toContainEqual(expect.objectContaining({ logGroupName: '/aws/lambda/runner-test-Act' }));
  const messages = async () => {
    const { text } = await ask('FilterLogEvents', { logGroupName: '/aws/lambda/runner-test-Act' });
    return JSON.parse(text).events.map(({ message }: { message: string }) => message);
  };
  await expect.poll(messages).toContain('{"action":"return"}');
  expect((await ask('FilterLogEvents', { logGroupName: 'nothing' })).text).toContain('ResourceNotFound');
  expect((await ask('PutRetentionPolicy', {})).text).toContain('has DescribeLogGroups and FilterLogEvents');
});

test('an unknown resource is answered with an error that names it', async () => {
  const bucket = new S3Client(options()).send(new CreateBucketCommand({ Bucket: 'mine' }));
  await expect(bucket).rejects.toThrow('making or deleting buckets; the template has: runner-test-bucket');
  const history = new SFNClient(options()).send(
    new GetExecutionHistoryCommand({ executionArn: 'arn:aws:states:us-east-1:000000000000:execution:x:y' }),
  );
  await expect(history).rejects.toThrow('keeps no history of executions');
  expect((await send('kms', '{}', target('TrentService.ListKeys'))).text).toContain('and no other service');
  expect((await send('ec2', 'Action=DescribeInstances', form)).text).toContain(
    'has no operation DescribeInstances',
  );
});

test.each([
  [
    'a call',
    'POST / HTTP/1.1\r\nX-Amz-Target: DynamoDB_20120810.PutItem',
    /^HTTP\/1.1 413 .*Request Too Long/s,
  ],
  ['a list of objects', 'POST /runner-test-bucket?delete HTTP/1.1', /^HTTP\/1.1 400 .*EntityTooLarge/s],
  ['an object for no bucket', 'PUT /nowhere/a HTTP/1.1', /^HTTP\/1.1 404 .*NoSuchBucket/s],
  ['a request that needs none', 'GET /runner-test-bucket HTTP/1.1', /^HTTP\/1.1 200 .*ListBucketResult/s],
])('a body without end in %s: it is answered, and the connection closed', async (_, begin, expected) => {
  const head = `${begin}\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const answer = await rawAnswer(stack.awsUrl, head, `400000\r\n${'x'.repeat(2 ** 22)}\r\n`);
  expect(answer).toMatch(expected);
});

test.each([
  ['GET / HTTP/1.1\r\nConnection: close', 400],
  ['GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: everything', 417],
  ['nonsense', 400],
  [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}`, 431],
])('what is no request that Node accepts gets a sentence too: %.50j', async (head, status) => {
  const answer = await rawAnswer(stack.awsUrl, `${head}\r\n\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"error":".*"`, 's'));
});

test('a request with a whole address is for the host in that address', async () => {
  const rebound = 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  expect(await rawAnswer(stack.awsUrl, rebound)).toMatch(/^HTTP\/1.1 403 /);
});
