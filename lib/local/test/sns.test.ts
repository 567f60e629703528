import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ListSubscriptionsByTopicCommand,
  ListSubscriptionsCommand,
  ListTopicsCommand,
  PublishCommand,
  type PublishCommandInput,
  SNSClient,
  SubscribeCommand,
} from '@aws-sdk/client-sns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Principals } from '../src/iam/principals.ts';
import { resolveStack } from '../src/resolved-stack.ts';
import { callTopics } from '../src/sns/api.ts';
import { parseFilterPolicy, passes } from '../src/sns/filter-policy.ts';
import { Topics } from '../src/sns/topics.ts';
import type { Resource, StackSource } from '../src/template.ts';
import { clientOptions, discard, startTestStack } from './stack.ts';

const ref = (logicalId: string) => ({ Ref: logicalId });
const queueArn = { 'Fn::GetAtt': ['Queue', 'Arn'] };
const TopicArn = 'arn:aws:sns:us-east-1:000000000000:sns-test-News';

const subscription = (properties: object): Resource => ({
  Type: 'AWS::SNS::Subscription',
  Properties: { TopicArn: ref('News'), ...properties },
});
const policy = (...Statement: object[]): Resource => ({
  Type: 'AWS::SNS::TopicPolicy',
  Properties: { Topics: [ref('News')], PolicyDocument: { Statement } },
});

const wantsTls = {
  Effect: 'Deny',
  Principal: '*',
  Action: 'sns:Publish',
  Resource: ref('News'),
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
};
const letsServicePublish = { Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } };

const resources: Record<string, Resource> = {
  News: { Type: 'AWS::SNS::Topic', Properties: { DisplayName: 'The news' } },
  Quiet: { Type: 'AWS::SNS::Topic' },
  Policy: policy(wantsTls, letsServicePublish),
  Queue: { Type: 'AWS::SQS::Queue' },
  All: subscription({ Protocol: 'email', Endpoint: 'all@example.org' }),
  Bad: subscription({ Protocol: 'sqs', Endpoint: queueArn, FilterPolicy: { status: ['closed', 'late'] } }),
};
const sourceWith = (more: Record<string, Resource> = {}): StackSource => ({
  stackName: 'sns-test',
  assets: new Map(),
  template: { Resources: { ...resources, ...more } },
});

describe('a topic', () => {
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let sns: SNSClient;
  beforeAll(async () => {
    stack = await startTestStack({ source: sourceWith() });
    sns = new SNSClient(clientOptions(stack));
  });
  afterAll(() => discard(stack));

  const publish = (input: Partial<PublishCommandInput>) =>
    sns.send(new PublishCommand({ TopicArn, Message: 'text', ...input }));
  const text = (StringValue: string) => ({ DataType: 'String', StringValue });
  const lines = (log: string) =>
    readFileSync(join(stack.dataFolder, 'logs', `${log}.log`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('delivers to a log, to mails, and to the queue whose filter it passes', async () => {
    const attributes = { status: text('closed'), hours: { DataType: 'Number', StringValue: '2' } };
    const { MessageId: id } = await publish({
      Message: 'Ice & <fog>, 70° S',
      Subject: 'Sea',
      MessageAttributes: attributes,
    });
    await publish({ Message: 'fine', MessageAttributes: { status: text('holds') } });
    await expect.poll(() => lines('sns-test-News').length).toBe(2);
    const received = {
      status: { type: 'String', value: 'closed' },
      hours: { type: 'Number', value: '2' },
    };
    expect(lines('sns-test-News')).toMatchObject([
      {
        id,
        subject: 'Sea',
        text: 'Ice & <fog>, 70° S',
        attributes: received,
        to: ['email:all@example.org', 'sqs:arn:aws:sqs:us-east-1:000000000000:sns-test-Queue'],
      },
      { text: 'fine', to: ['email:all@example.org'] },
    ]);
    const from = 'The news <no-reply@sns.amazonaws.com>';
    expect(lines('mail')).toMatchObject([
      { from, to: 'all@example.org', subject: 'Sea', text: 'Ice & <fog>, 70° S' },
      { from, to: 'all@example.org', subject: 'AWS Notification Message', text: 'fine' },
    ]);
    const file = join(stack.dataFolder, 'queues', 'sns-test-Queue.json');
    const bodies = JSON.parse(readFileSync(file, 'utf8')).map(({ body }: { body: string }) =>
      JSON.parse(body),
    );
    expect(bodies).toEqual([
      {
        Type: 'Notification',
        MessageId: id,
        TopicArn,
        Subject: 'Sea',
        Message: 'Ice & <fog>, 70° S',
        Timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        MessageAttributes: {
          status: { Type: 'String', Value: 'closed' },
          hours: { Type: 'Number', Value: '2' },
        },
      },
    ]);
  });

  test('says what there is', async () => {
    const { Topics: all } = await sns.send(new ListTopicsCommand({}));
    expect(all).toEqual([{ TopicArn }, { TopicArn: TopicArn.replace('News', 'Quiet') }]);
    const { Subscriptions } = await sns.send(new ListSubscriptionsCommand({}));
    expect(Subscriptions).toMatchObject([
      { TopicArn, Protocol: 'email', Endpoint: 'all@example.org' },
      { Protocol: 'sqs' },
    ]);
    const ofQuiet = new ListSubscriptionsByTopicCommand({ TopicArn: TopicArn.replace('News', 'Quiet') });
    expect((await sns.send(ofQuiet)).Subscriptions ?? []).toEqual([]);
  });

  test.each<[string, Partial<PublishCommandInput>, string]>([
    ['an empty message', { Message: '' }, 'InvalidParameter'],
    ['more than 256 KiB', { Message: 'é'.repeat(131_073) }, 'InvalidParameter'],
    ['an empty attribute', { MessageAttributes: { a: text('') } }, 'InvalidParameter'],
    [
      'bytes as an attribute',
      { MessageAttributes: { a: { DataType: 'Binary', BinaryValue: new Uint8Array(1) } } },
      'InvalidParameter',
    ],
    [
      'a number that is none',
      { MessageAttributes: { a: { DataType: 'Number', StringValue: 'x' } } },
      'InvalidParameter',
    ],
    [
      'an array that is none',
      { MessageAttributes: { a: { DataType: 'String.Array', StringValue: '"x"' } } },
      'InvalidParameter',
    ],
    ['a subject of two lines', { Subject: 'a\nb' }, 'InvalidParameter'],
    ['a message for each protocol', { MessageStructure: 'json' }, 'InvalidParameter'],
    ['another topic', { TopicArn: `${TopicArn}x` }, 'NotFound'],
  ])('refuses %s', async (_, input, name) => {
    const refusal = await publish(input).catch((error: Error) => error);
    expect((refusal as Error).name).toMatch(new RegExp(`^${name}(Exception)?$`));
  });

  test('refuses an operation that it has not', async () => {
    const refused = sns.send(
      new SubscribeCommand({ TopicArn, Protocol: 'email', Endpoint: 'x@example.org' }),
    );
    await expect(refused).rejects.toThrow('Local mode has no SNS operation Subscribe');
  });
});

test('who has no permission may not publish', () => {
  const addresses = { apiUrl: 'http://127.0.0.1:1', awsUrl: 'http://127.0.0.1:2' };
  const role: Resource = { Type: 'AWS::IAM::Role', Properties: {} };
  const { Queue: _, Bad: __, ...others } = resources;
  const resolved = resolveStack(
    { stackName: 'sns-test', assets: new Map(), template: { Resources: { ...others, Role: role } } },
    addresses,
  );
  const topics = new Topics(resolved, { has: () => false } as never, { write: () => {} } as never);
  const principal = new Principals(resolved).principal('arn:aws:iam::0:role/sns-test-Role', 'f');
  const call = (Action: string) => () =>
    callTopics(topics, principal, new URLSearchParams({ Action, TopicArn, Message: 'text' }));
  for (const action of ['Publish', 'ListTopics', 'ListSubscriptions', 'ListSubscriptionsByTopic'])
    expect(call(action), action).toThrow(`is not authorized to perform: sns:${action}`);
});

describe('a template is refused with', () => {
  test.each<[string, Record<string, Resource>]>([
    ['Bad has RawMessageDelivery', { Bad: subscription({ RawMessageDelivery: true }) }],
    ['News has FifoTopic', { News: { Type: 'AWS::SNS::Topic', Properties: { FifoTopic: true } } }],
    ['protocol https', { Bad: subscription({ Protocol: 'https', Endpoint: 'https://example.org' }) }],
    ['no queue of the stack', { Bad: subscription({ Protocol: 'sqs', Endpoint: `${TopicArn}x` }) }],
    ['no topic of the stack', { Bad: subscription({ TopicArn: 'x', Protocol: 'email', Endpoint: 'a@b.c' }) }],
    [
      'filters by MessageBody',
      { Bad: subscription({ Protocol: 'email', Endpoint: 'a@b.c', FilterPolicyScope: 'MessageBody' }) },
    ],
    [
      '"cidr"',
      {
        Bad: subscription({ Protocol: 'email', Endpoint: 'a@b.c', FilterPolicy: { a: [{ cidr: '::/0' }] } }),
      },
    ],
    ['The topic policy Policy', { Policy: policy({ Effect: 'Allow', Principal: { AWS: '*' } }) }],
    ['The topic policy Policy', { Policy: policy({ Effect: 'Deny', Principal: '*' }) }],
  ])('%s', async (sentence, more) => {
    await expect(startTestStack({ source: sourceWith(more) })).rejects.toThrow(sentence);
  });
});

test.each([
  [{ status: ['closed'] }, true],
  [{ status: ['late'] }, false],
  [{ status: [{ 'anything-but': ['late'] }], hours: [{ numeric: ['>', 1, '<=', 2] }] }, true],
  [{ hours: [{ numeric: ['>', 2] }] }, false],
  [{ ice: ['pack'] }, true],
  [{ ice: ['none'] }, false],
  [{ requested_by: [{ exists: false }] }, true],
  [{ status: [{ exists: false }] }, false],
  [{ status: [{ prefix: 'cl' }] }, true],
])('the filter policy %j passes: %s', (filter, expected) => {
  const attributes = {
    status: { type: 'String', value: 'closed' },
    hours: { type: 'Number', value: '2' },
    ice: { type: 'String.Array', value: '["fast","pack"]' },
  };
  expect(passes(parseFilterPolicy('S', filter), attributes)).toBe(expected);
});

test.each([{ $or: [{ a: ['b'] }] }, { a: 'b' }, { a: [{ prefix: 'b', suffix: 'c' }] }])(
  'the filter policy %j is refused',
  (filter) => {
    expect(() => parseFilterPolicy('S', filter)).toThrow('The subscription S has a filter policy with');
  },
);
