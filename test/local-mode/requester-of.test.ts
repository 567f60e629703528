import { expect, test } from 'vitest';
import { initialState } from '../../lib/jobs/route-workflow.ts';
import { requesterOf } from '../../lib/local-mode/requester-of.ts';

const job = { id: 'j', meshIds: [1], requestKey: null };
const call = (identity: object) => ({ requestContext: { identity } });

test.each([
  ['the execution of a job', initialState({ ...job, requester: 'key-1' }), 'key-1'],
  ['the execution of a job of nobody', initialState({ ...job, requester: null }), undefined],
  ['a call with an API key', call({ apiKeyId: 'key-2', userArn: null }), 'key-2'],
  ['a signed call', call({ apiKeyId: null, userArn: 'arn:aws:iam::1:user/u' }), 'arn:aws:iam::1:user/u'],
  ['a call of nobody', call({ apiKeyId: null, userArn: null }), undefined],
  ['another event', { once: true }, undefined],
])('who asked for a calculation: %s', (_, event, requester) => {
  expect(requesterOf(event)).toBe(requester);
});
