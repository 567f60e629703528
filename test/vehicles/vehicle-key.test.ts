import { expect, it } from 'vitest';
import { sortedJson } from '../../lib/vehicles/sorted-json.ts';
import { keyOf } from '../../lib/vehicles/vehicle-key.ts';

it('fields have no order, elements of lists have one', () => {
  const [one, other] = [
    { b: 1, a: [{ d: null, c: 'x' }, 2], e: { g: 1, f: 2 } },
    { e: { f: 2, g: 1 }, a: [{ c: 'x', d: null }, 2], b: 1 },
  ];
  expect(sortedJson(one)).toBe('{"a":[{"c":"x","d":null},2],"b":1,"e":{"f":2,"g":1}}');
  expect(sortedJson(other)).toBe(sortedJson(one));
  expect(keyOf(other)).toBe(keyOf(one));
  expect(keyOf(one)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf({ ...one, a: [2, { d: null, c: 'x' }] })).not.toBe(keyOf(one));
});
