import { expect, it } from 'vitest';
import * as z from 'zod';
import { requireValid } from '../../lib/http/validation.ts';
import { reachRequest } from '../../lib/voyage/reach/reach-fields.ts';

it.each([
  [{ origins: ['A'], contours: ['B'] }, ['origins.0: must be an object', 'contours.0: must be an object']],
  [{ origins: 3, contours: { hours: 1 } }, ['origins: must be an array', 'contours: must be an array']],
])('a value of another kind is told what it must be: %j', (body, told) => {
  const details = told.map((each) => {
    const [field, message] = each.split(': ');
    return { field, message };
  });
  expect(() => requireValid(reachRequest, body)).toThrow(expect.objectContaining({ status: 400, details }));
});

it('a field without a name is named, too', () => {
  expect(() => requireValid(reachRequest, { '': 1, origins: [], contours: [] })).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/ correct .*"".* \(see details\)/) }),
  );
});

it('bounds are told in words of ours, and what two rules say once', () => {
  const fields = z.strictObject({
    text: z.string().max(2),
    list: z.array(z.int()).min(1),
    count: z.int('must be a whole number').max(10, 'must be a whole number'),
    hours: z.number().max(10),
    stay: z.number().min(-20).max(100).min(0).max(10),
  });
  const sent = { text: 'abc', list: [], count: 1e20, hours: 11, stay: 1e20 };
  expect(() => requireValid(fields, sent)).toThrow(
    expect.objectContaining({
      details: [
        { field: 'text', message: 'must have at most 2 characters' },
        { field: 'list', message: 'must not be empty' },
        { field: 'count', message: 'must be a whole number' },
        { field: 'hours', message: 'must be at most 10' },
        { field: 'stay', message: 'must be at most 10' },
      ],
    }),
  );
});
