import { expect, test } from 'vitest';
import { addedLocations, allLocations, standardLocations } from '../../lib/locations/locations.ts';

const grytviken = { id: 11, name: 'Grytviken', lat: -54.28, lon: -36.5 };

test('added locations are checked', () => {
  const bad = (...list: unknown[]) => addedLocations.safeParse(list).error?.issues[0]?.message;
  expect(addedLocations.parse([grytviken])).toEqual([grytviken]);
  expect(bad({ ...grytviken, id: 10 })).toBe('must be at least 11');
  expect(bad(grytviken, grytviken)).toBe('two locations have the same id');
  expect(bad({ ...grytviken, lat: 91 })).toBeDefined();
  expect(bad({ ...grytviken, colour: 'red' })).toBeDefined();
  const many = Array.from({ length: 100 }, (_, i) => ({ ...grytviken, id: 11 + i }));
  expect(bad(...many)).toMatch(/3000 bytes/);
});

test('every location has an id and a key of its own', () => {
  expect(new Set(standardLocations.map(({ id }) => id)).size).toBe(standardLocations.length);
  expect(new Set(standardLocations.map(({ key }) => key)).size).toBe(standardLocations.length);
  expect(allLocations([grytviken])).toHaveLength(standardLocations.length + 1);
});
