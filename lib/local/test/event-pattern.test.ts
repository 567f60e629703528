import { expect, test } from 'vitest';
import { matchesPattern } from '../src/events/pattern.ts';

const event = {
  source: 'aws.states',
  'detail-type': 'Step Functions Execution Status Change',
  resources: ['arn:one', 'arn:two'],
  detail: { status: 'FAILED', attempts: 3, name: 'job-17', stopDate: null },
};

test.each<[string, Record<string, unknown>, boolean]>([
  ['one of the listed values', { detail: { status: ['ABORTED', 'FAILED'] } }, true],
  ['none of the listed values', { detail: { status: ['SUCCEEDED'] } }, false],
  ['every field must match', { source: ['aws.states'], detail: { status: ['ABORTED'] } }, false],
  ['an array matches by any element', { resources: ['arn:two'] }, true],
  ['null is a value', { detail: { stopDate: [null] } }, true],
  ['prefix', { detail: { name: [{ prefix: 'job-' }] } }, true],
  ['suffix', { detail: { name: [{ suffix: '-18' }] } }, false],
  ['wildcard', { detail: { name: [{ wildcard: 'j*-1*' }] } }, true],
  ['anything-but', { detail: { status: [{ 'anything-but': ['SUCCEEDED', 'RUNNING'] }] } }, true],
  ['anything-but a prefix', { detail: { name: [{ 'anything-but': { prefix: 'job' } }] } }, false],
  ['equals-ignore-case', { detail: { status: [{ 'equals-ignore-case': 'failed' }] } }, true],
  ['numeric, within', { detail: { attempts: [{ numeric: ['>', 0, '<=', 3] }] } }, true],
  ['numeric, outside', { detail: { attempts: [{ numeric: ['<', 3] }] } }, false],
  ['exists', { detail: { error: [{ exists: false }], status: [{ exists: true }] } }, true],
  ['a field that is not there', { detail: { error: ['x'] } }, false],
  ['$or', { detail: { $or: [{ status: ['x'] }, { attempts: [3] }] } }, true],
  ['an operator it does not know matches nothing', { detail: { status: [{ cidr: '10.0.0.0/8' }] } }, false],
])('%s', (_, pattern, expected) => {
  expect(matchesPattern(pattern, event)).toBe(expected);
});
