import { describe, expect, it } from 'vitest';
import { transientFailure, withTransientName } from '../../lib/jobs/transient-failures.ts';

const error = (fields: object) => Object.assign(new Error('why'), fields);

describe('an error is transient', () => {
  it.each([
    ['by its name', { name: 'SlowDown' }, 'throttled'],
    ['by its name', { name: 'TimeoutError' }, 'unavailable'],
    ['by its name', { name: 'Lambda.ServiceException' }, 'unavailable'],
    ['by its name', { name: 'Lambda.Unknown' }, 'crashed'],
    ['by its name', { name: 'Sandbox.Timedout' }, 'timed out'],
    ['by its code', { code: 'ECONNRESET' }, 'unavailable'],
    ['by its code', { code: 'ETIMEDOUT' }, 'unavailable'],
    ['by its code', { code: 'ENETUNREACH' }, 'unavailable'],
    ['by its code', { code: 'EHOSTUNREACH' }, 'unavailable'],
    ['by its status', { name: 'Unheard', $metadata: { httpStatusCode: 500 } }, 'unavailable'],
    ['by its status', { name: 'Unheard', $metadata: { httpStatusCode: 429 } }, 'throttled'],
  ])('%s: %j', (_, fields, outcome) => {
    expect(transientFailure(error(fields))).toBe(outcome);
  });

  it.each([
    {},
    { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } },
    { code: 'ENOENT' },
    { name: 'TypeError', $metadata: {} },
  ])('not if it is %j', (fields) => {
    expect(transientFailure(error(fields))).toBeNull();
  });
});

describe('the name that crosses from a Lambda to the workflow', () => {
  it.each([
    [{ code: 'ECONNRESET' }, 'ServiceUnavailable'],
    [{ code: 'ETIMEDOUT' }, 'ServiceUnavailable'],
    [{ $metadata: { httpStatusCode: 429 } }, 'ThrottlingException'],
  ])('is a transient one for %j', (fields, name) => {
    const cause = error(fields);
    expect(withTransientName(cause)).toMatchObject({ name, message: 'why', cause });
  });

  it('stays what it is where it tells enough, or where the error is permanent', () => {
    for (const each of [error({ name: 'SlowDown' }), error({}), error({ name: 'RouteInaccessible' })]) {
      expect(withTransientName(each)).toBe(each);
    }
  });
});
