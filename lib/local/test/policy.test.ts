import { expect, test } from 'vitest';
import { isAllowed, parseStatements, UnusedGrants } from '../src/iam/policy.ts';

const statements = parseStatements({
  Statement: [
    { Effect: 'Allow', Action: ['dynamodb:Get*', 'dynamodb:PutItem'], Resource: 'arn:table/t' },
    { Effect: 'Allow', Action: 's3:*', Resource: ['arn:bucket', 'arn:bucket/*'] },
    { Effect: 'Deny', Action: 's3:DeleteObject', Resource: '*' },
    { Effect: 'Allow', NotAction: 'states:Stop?xecution', Resource: 'arn:machine' },
    {
      Effect: 'Allow',
      Action: 's3:ListBucket',
      Resource: 'arn:other',
      Condition: { StringLike: { 's3:prefix': ['meshes/*'] } },
    },
  ],
});

test.each([
  ['a listed action', 'dynamodb:PutItem', 'arn:table/t', true],
  ['a wildcard action, in any case', 'DynamoDB:getitem', 'arn:table/t', true],
  ['another action', 'dynamodb:Query', 'arn:table/t', false],
  ['another resource', 'dynamodb:PutItem', 'arn:table/t2', false],
  ['an index is another resource', 'dynamodb:GetItem', 'arn:table/t/index/i', false],
  ['a wildcard resource', 's3:GetObject', 'arn:bucket/a/b', true],
  ['a deny wins', 's3:DeleteObject', 'arn:bucket/a', false],
  ['NotAction', 'states:StartExecution', 'arn:machine', true],
  ['NotAction, excluded', 'states:StopExecution', 'arn:machine', false],
])('%s', (_, action, resource, expected) => {
  expect(isAllowed(statements, { action, resource })).toBe(expected);
});

test('a condition looks at the request', () => {
  const list = (prefix: string) => ({
    action: 's3:ListBucket',
    resource: 'arn:other',
    context: { 's3:prefix': prefix },
  });
  expect(isAllowed(statements, list('meshes/2024'))).toBe(true);
  expect(isAllowed(statements, list('secret/'))).toBe(false);
});

test('a grant is unused until a request needs it: each action on each resource for itself', () => {
  const allow = {
    Effect: 'Allow',
    Action: ['s3:GetObject', 's3:PutObject'],
    Resource: ['arn:a/*', 'arn:b/*'],
  };
  const unused = new UnusedGrants(parseStatements({ Statement: [allow] }));
  unused.use({ action: 's3:GetObject', resource: 'arn:a/1' });
  unused.use({ action: 's3:PutObject', resource: 'arn:b/2' });
  expect(unused.all()).toEqual([
    { action: 's3:GetObject', resource: 'arn:b/*' },
    { action: 's3:PutObject', resource: 'arn:a/*' },
  ]);
});

test('a grant is unused if another allows all that it is used for', () => {
  const allow = (Resource: string) => ({ Effect: 'Allow', Action: 's3:GetObject', Resource });
  const unused = new UnusedGrants(parseStatements({ Statement: [allow('arn:a/*'), allow('arn:a/b/*')] }));
  unused.use({ action: 's3:GetObject', resource: 'arn:a/b/1' });
  expect(unused.all()).toEqual([{ action: 's3:GetObject', resource: 'arn:a/b/*' }]);
});
