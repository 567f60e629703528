import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Resource } from '../src/template.ts';
import { clientOptions, discard, source, startTestStack } from './stack.ts';

// A role of its own for the machine, which grants nothing.
const { Machine } = source.template.Resources as Record<string, Resource>;
const Powerless: Resource = { Type: 'AWS::IAM::Role', Properties: {} };
const Mutinous: Resource = {
  Type: Machine!.Type,
  Properties: { ...Machine!.Properties, RoleArn: { 'Fn::GetAtt': ['Powerless', 'Arn'] } },
};
const template = { ...source.template, Resources: { ...source.template.Resources, Powerless, Mutinous } };

let stack: Awaited<ReturnType<typeof startTestStack>>;
beforeAll(async () => {
  stack = await startTestStack({ source: { ...source, template } });
  const s3 = new S3Client(clientOptions(stack));
  await s3.send(new PutObjectCommand({ Bucket: 'runner-test-bucket', Key: 'public/a', Body: 'a' }));
});
afterAll(() => discard(stack));

/** How the function with the narrow role fares. */
async function access(
  service: string,
  operation: string,
  key: string,
): Promise<{ error: string; message: string }> {
  const lambda = new LambdaClient(clientOptions(stack));
  const Payload = JSON.stringify({ service, operation, key });
  const answer = await lambda.send(new InvokeCommand({ FunctionName: 'runner-test-Access', Payload }));
  const value = JSON.parse(answer.Payload!.transformToString());
  return value === 'done'
    ? { error: 'none', message: '' }
    : { error: value.errorType, message: value.errorMessage };
}

test.each([
  ['dynamodb', 'get', 'x', 'none'],
  ['dynamodb', 'put', 'x', 'AccessDeniedException'],
  ['s3', 'get', 'public/a', 'none'],
  ['s3', 'get', 'private/a', 'AccessDenied'],
  ['s3', 'put', 'public/a', 'AccessDenied'],
  // Who may not list a bucket is not told that an object is missing.
  ['s3', 'get', 'public/missing', 'AccessDenied'],
])('%s %s %s: %s', async (service, operation, key, error) => {
  expect((await access(service, operation, key)).error).toBe(error);
});

test('the refusal says who may not do what to what', async () => {
  const { message } = await access('dynamodb', 'put', 'x');
  expect(message).toBe(
    'User: arn:aws:sts::000000000000:assumed-role/runner-test-AccessRole/runner-test-Access is not authorized to perform: ' +
      'dynamodb:PutItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/runner-test-Table because no ' +
      'identity-based policy allows the dynamodb:PutItem action',
  );
});

test('a state machine invokes only what its role lets it', async () => {
  const sfn = new SFNClient(clientOptions(stack));
  const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:runner-test-Mutinous';
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({ stateMachineArn, input: '{"pause":0}' }),
  );
  const execution = () => sfn.send(new DescribeExecutionCommand({ executionArn }));
  await expect.poll(async () => (await execution()).status).toBe('FAILED');
  const { error, cause } = await execution();
  expect(error).toBe('Lambda.AWSLambdaException');
  expect(cause).toContain(
    'runner-test-Powerless/runner-test-Mutinous is not authorized to perform: lambda:InvokeFunction',
  );
});
