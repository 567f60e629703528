import { afterEach, expect, test, vi } from 'vitest';
import { EventBus } from '../src/events/bus.ts';
import type { Functions } from '../src/lambda/functions.ts';
import { resolveStack } from '../src/resolved-stack.ts';
import type { Queues } from '../src/sqs/queues.ts';
import { source } from './stack.ts';

afterEach(() => vi.useRealTimers());

/** A bus of one rule, and what its target was sent. */
function busOf(rule: object): { bus: EventBus; sent: unknown[] } {
  const Targets = [
    { Id: 'a', Arn: { 'Fn::GetAtt': ['Act', 'Arn'] }, ...('Input' in rule && { Input: rule.Input }) },
  ];
  const Rule = { Type: 'AWS::Events::Rule', Properties: { ...rule, Targets } };
  const { Act } = source.template.Resources;
  const stack = resolveStack(
    { ...source, template: { Resources: { Act: { ...Act!, Properties: {} }, Rule } } },
    { apiUrl: '', awsUrl: '' },
  );
  const sent: unknown[] = [];
  const functions = { get: () => ({ invokeLater: (event: string) => sent.push(JSON.parse(event)) }) };
  const queues = { has: () => false };
  return { bus: new EventBus(stack, functions as unknown as Functions, queues as unknown as Queues), sent };
}

test('a rate fires after each period, until the bus stops', () => {
  vi.useFakeTimers();
  const { bus, sent } = busOf({ State: 'ENABLED', ScheduleExpression: 'rate(10 minutes)' });
  bus.start();
  vi.advanceTimersByTime(9.9 * 60_000);
  expect(sent).toHaveLength(0);
  vi.advanceTimersByTime(11 * 60_000);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    resources: ['arn:aws:events:us-east-1:000000000000:rule/runner-test-Rule'],
    detail: {},
  });
  bus.stop();
  vi.advanceTimersByTime(60 * 60_000);
  expect(sent).toHaveLength(2);
});

test('a target’s own input takes the place of the event', () => {
  vi.useFakeTimers();
  const { bus, sent } = busOf({ ScheduleExpression: 'rate(1 hour)', Input: '{"own":true}' });
  bus.start();
  vi.advanceTimersByTime(3_600_000);
  bus.stop();
  expect(sent).toEqual([{ own: true }]);
});

test('a disabled rule does nothing', () => {
  vi.useFakeTimers();
  const { bus, sent } = busOf({ State: 'DISABLED', ScheduleExpression: 'rate(1 minute)' });
  bus.start();
  vi.advanceTimersByTime(3_600_000);
  expect(sent).toEqual([]);
});
