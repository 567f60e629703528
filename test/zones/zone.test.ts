import { expect, it } from 'vitest';
import { zone } from '../../lib/zones/zone.ts';
import { boxPolygon } from './areas.ts';

const geometry = boxPolygon(-60, -62, -58, -60);
const faultsOf = (value: unknown) =>
  zone.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

it.each<[unknown]>([[null], [undefined], ['Reef'], [7], [[]], [[geometry]]])('%j is no zone', (value) => {
  expect(faultsOf(value)).toEqual([['', 'must be a zone']]);
});

it('is read from a feature by properties in any case, and from a circle', () => {
  const reef = { name: 'Reef', kind: 'closed' };
  const properties = { Name: 'Reef', KIND: 'closed', colour: 'red' };
  expect(zone.parse({ type: 'Feature', properties, geometry })).toEqual({ ...reef, geometry });
  const circle = { lat: -60, lon: 10, radius_nm: 5 };
  expect(zone.parse({ ...reef, circle })).toEqual(zone.parse({ ...reef, geometry: circle }));
  expect(faultsOf({ ...reef, geometry, circle })).not.toEqual([]);
  expect(faultsOf({ type: 'Feature', properties: null, geometry }).map(([path]) => path)).toEqual([
    'name',
    'kind',
  ]);
  // of an area alone it is told what is missing
  expect(faultsOf(geometry).map(([path]) => path)).toEqual(['name', 'kind']);
});

it('has a speed where it is a speed limit, and only there', () => {
  const limit = { name: 'Bay', kind: 'speed_limit', geometry };
  expect(faultsOf({ ...limit, max_speed_kn: 8 })).toEqual([]);
  for (const max_speed_kn of [undefined, null])
    expect(faultsOf({ ...limit, max_speed_kn })).toEqual([['max_speed_kn', 'is required of a speed limit']]);
  for (const kind of ['closed', 'report'])
    expect(faultsOf({ ...limit, kind, max_speed_kn: 8 })).toEqual([
      ['max_speed_kn', 'is for a speed limit only'],
    ]);
});

it('has a name that can stand in an address', () => {
  for (const name of ['A/B', 'A?', 'A#', '5%', 'A\n', '.', '..', '', 'x'.repeat(151), '\ud800'])
    expect(faultsOf({ name, kind: 'closed', geometry })).not.toEqual([]);
  for (const name of ['...', 'Île', 'x'.repeat(150), '\u{1f6a2}'.repeat(150)])
    expect(faultsOf({ name, kind: 'closed', geometry })).toEqual([]);
});

it.each(['', ' ', '\u00a0 \u2003'])('has a name that can be seen, not %j', (name) => {
  expect(faultsOf({ name, kind: 'closed', geometry })).toEqual([['name', 'must not be empty or blank']]);
});

it('tells everything that is bad at once, with its name', () => {
  const value = {
    name: 'Reef',
    kind: 'open',
    max_speed_kn: 8,
    geometry: { type: 'Polygon', coordinates: [] },
  };
  expect(faultsOf(value)).toEqual([
    ['kind', 'must be "closed", "speed_limit" or "report"'],
    ['max_speed_kn', 'is for a speed limit only'],
    ['geometry', 'zone "Reef" must have at least one ring in each polygon'],
  ]);
  expect(faultsOf({ kind: 'closed', geometry: { type: 'Point' } })).toContainEqual([
    'geometry',
    expect.stringMatching(/^zone "" must be a GeoJSON Polygon/),
  ]);
  expect(faultsOf({ name: 'Reef', kind: 'closed', geometry: 'square' })).toEqual([
    ['geometry', 'must be a GeoJSON object'],
  ]);
});
