import { expect, it } from 'vitest';
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
